// Plays the arcade in the page, and measures. Body of an asynchronous function.
const { page, player, sound } = gatefall;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const key = (type, code) => dispatchEvent(new KeyboardEvent(type, { code, cancelable: true }));

async function tap(code) {
  key("keydown", code);
  await sleep(60);
  key("keyup", code);
}

/** Part of the canvas with the lines of the menu. Nothing else moves in it. */
const AREA = [240, 268, 160, 78];

function shown() {
  const context = document.getElementById("canvas").getContext("2d");
  const words = new Uint32Array(context.getImageData(...AREA).data.buffer);
  let hash = 0;
  for (const word of words) hash = (Math.imul(hash, 31) + word) | 0;
  return hash;
}

/** The next picture, with the time at which it was on the canvas. */
function picture() {
  return new Promise((resolve) => {
    player.addEventListener("picture", () => resolve(performance.now()), { once: true });
  });
}

/**
 * From the dispatch of a key event until a changed picture was put on the canvas: milliseconds, and
 * pictures put in this time with the changed one.
 */
async function latency(code) {
  const before = shown();
  const begun = performance.now();
  key("keydown", code);
  for (let pictures = 1; ; pictures++) {
    const time = await picture();
    if (shown() !== before) {
      await sleep(40);
      key("keyup", code);
      await sleep(60 + 100 * Math.random());
      return [time - begun, pictures];
    }
    if (time - begun > 2000) throw new Error("a key has no effect on the picture");
  }
}

/** Fails if the keys drop no pieces: one that falls alone takes longer than all of this. */
async function checkDrops() {
  const { signal, player: current, busy } = player.description.inside.turns;
  const heads = [new Set(), new Set()];
  for (let look = 0; look < 400; look++) {
    await sleep(25);
    const [head, number, isBusy] = await player.peek(signal, current, busy);
    if (!isBusy) heads[number].add(head);
    if (heads.every((seen) => seen.size > 2)) return;
  }
  throw new Error("the keys of the measurement drop no pieces");
}

gatefall.bench = {
  /** Opens the menu. */
  async menu() {
    await tap("ArrowRight");
    await sleep(1500);
  },

  /** Moves up and down in the menu. */
  async latencies(count) {
    const times = [];
    for (let index = 0; index < count; index++) {
      times.push(await latency(index % 2 ? "ArrowUp" : "ArrowDown"));
    }
    return times;
  },

  /** Starts a game of two players, and keeps playing. */
  async play() {
    await tap("Escape");
    await sleep(700);
    await tap("Digit2");
    await sleep(700);
    await tap("Enter");
    const pink = ["KeyA", "KeyW", "KeyD", "KeyD", "KeyE", "Space"];
    const aqua = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "Period", "Enter"];
    const keys = pink.flatMap((key, index) => [key, aqua[index]]);
    (async () => {
      for (let index = 0; ; index++) {
        await tap(keys[index % keys.length]);
        await sleep(20);
        // After the end of a match the next one starts.
        if (index % 40 === 39) await tap("Enter");
      }
    })();
    await checkDrops();
  },

  /** The worker's timing and the gaps since the last call, to find the causes of gaps. */
  async causes() {
    const timing = await player.timing();
    const start = performance.now() - timing.ms;
    const gapsAtMs = sound.gaps.splice(0).map((time) => Math.round(time - start));
    return { gapsAtMs, ...timing };
  },

  counts() {
    return {
      ms: performance.now(),
      pictures: page.pictures,
      cycles: page.cycle,
      underruns: sound.underruns,
      dropped_ms: page.status.droppedMs,
    };
  },
};
