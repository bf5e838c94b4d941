// Tabs: a list of buttons, each with a panel. The arrow keys go from one to the next.

export class Tabs {
  /** `changed` is called when another panel is shown. */
  constructor(list, changed) {
    this.buttons = [...list.querySelectorAll("[role=tab]")];
    this.changed = changed;
    this.buttons.forEach((button, index) => {
      button.addEventListener("click", () => this.show(index));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
        if (!step) return;
        event.preventDefault();
        const next = (index + step + this.buttons.length) % this.buttons.length;
        this.show(next);
        this.buttons[next].focus();
      });
    });
    this.show(0);
  }

  /** Name of the shown panel. */
  get shown() {
    const button = this.buttons.find((tab) => tab.getAttribute("aria-selected") === "true");
    return button.dataset.view;
  }

  show(index) {
    this.buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", at === index);
      button.tabIndex = at === index ? 0 : -1;
      document.getElementById(button.getAttribute("aria-controls")).hidden = at !== index;
    });
    this.changed();
  }
}
