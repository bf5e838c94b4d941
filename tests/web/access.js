// Contrast and focus of the page, by computed styles. Body of an asynchronous function.

const channels = (text) => {
  const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
  return { rgb: [red, green, blue], alpha };
};
const over = ({ rgb, alpha }, below) => rgb.map((value, at) =>
  value * alpha + below[at] * (1 - alpha));

/** Colour behind an element. The ground of the page is opaque. */
function behind(element) {
  if (!element) return channels(getComputedStyle(document.documentElement).backgroundColor).rgb;
  const own = channels(getComputedStyle(element).backgroundColor);
  return own.alpha === 1 ? own.rgb : over(own, behind(element.parentElement));
}

function luminance(rgb) {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
  && element.getClientRects().length > 0 && !element.closest(".hidden, .cover[hidden]");

const nameOf = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.className} `
  + `"${(element.textContent || element.value || "").trim().slice(0, 30)}"`;

globalThis.access = {
  /** Texts and edges with too little contrast, and the number of those that were compared. */
  contrasts() {
    const poor = [];
    let compared = 0;
    const check = (element, what, colour, ground, least) => {
      const ratio = contrast(over(channels(colour), ground), ground);
      compared++;
      if (ratio < least) poor.push(`${nameOf(element)} ${what} ${ratio.toFixed(2)} < ${least}`);
    };
    for (const element of document.querySelectorAll("body *")) {
      if (!isSeen(element) || element.disabled) continue;
      const style = getComputedStyle(element);
      const ground = behind(element);
      const hasText = [...element.childNodes].some((node) =>
        node.nodeType === Node.TEXT_NODE && node.textContent.trim());
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (hasText) check(element, "text", style.color, ground, isLarge ? 3 : 4.5);
      if (element.placeholder) {
        check(element, "hint", getComputedStyle(element, "::placeholder").color, ground, 4.5);
      }
      if (element.matches("input:not([type=range], [type=file]), .inside select")) {
        check(element, "edge", style.borderTopColor, behind(element.parentElement), 3);
      }
      if (element.matches("button svg")) check(element, "icon", style.color, ground, 3);
    }
    return { poor, compared };
  },

  /** Everything that the Tab key should reach. */
  reachable() {
    const kinds = "a[href], button, input, select, summary, pre, [tabindex]";
    const all = [...document.querySelectorAll(kinds)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.disabled
      && element.tabIndex >= 0);
    return all.map(nameOf);
  },

  /** The focused element, and the faults of its focus ring. */
  focused() {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // The ring of a hidden file input is that of its label.
    const ringed = element.matches(".hidden") ? element.closest("label") : element;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed);
    const width = parseFloat(outlineWidth);
    const ratio = contrast(channels(outlineColor).rgb, behind(ringed.parentElement));
    const isRing = outlineStyle !== "none" && width >= 2 && ratio >= 3;
    const fault = isRing ? "" : `${outlineStyle} ${outlineWidth}, contrast ${ratio.toFixed(2)}`;
    return { name: nameOf(element), fault };
  },
};
