// Worker: runs a session in step with the clock on the wall, and sends its pictures and sound.
//
// Messages to the worker are those of `handlers`, and those of `questions`, which have an answer of
// the same `id`. Messages from it: ready, picture, status, flash, over, answer, error. All but
// flash and answer have the number of the load that their session belongs to.

import { sample, step, until, words } from "./inspector.js";
import { Session } from "./session.js";
import { Timing } from "./timing.js";

/** Longest time without reading messages. */
const SLICE_MS = 4;
/** Time between two turns while the session is in step. */
const TURN_MS = 4;
/** Portions of a second that run between two looks at the clock. */
const PORTIONS_HZ = 240;
/** A picture that is complete within this time is shown at once, ahead of the clock. */
const AHEAD_MS = 12;
/** A session that is later than this drops the time: one that can catch up, and one that cannot. */
const MOST_LATE_MS = 250;
const MOST_LATE_SLOW_MS = 60;
/** Multiples of real time above which a session catches up. */
const CATCHES_UP = 1.1;
const STATUS_MS = 500;
/** Pictures whose memory is used again. */
const MOST_SPARE = 4;

/** The last loaded game: its files, its number, and what the player has saved in its flash. */
let game = null;
let session = null;
/** Sessions that were started. */
let starts = 0;
let soundPort = null;
let isStopped = false;
/** The last search for a cycle. Until it has ended, the session does not run by the clock. */
const seeks = { number: 0, isBusy: false };
const spare = [];

/** State of the clock. */
const clock = {
  isRunning: false, speed: 1, time: 0, cycles: 0, timer: 0, asap: new MessageChannel(),
};
/** The last signals that were read, because the page reads the same ones again. */
const probe = { key: null, session: null, read: null };
const timing = new Timing();
const counted = { time: 0, cycles: 0, shown: 0, dropped: 0 };

clock.asap.port1.onmessage = () => turn();

const handlers = {
  load({ load, description, code, replay, flash }) {
    game = { load, description, module: WebAssembly.compile(code), flash };
    return restart(replay);
  },
  replay({ replay }) {
    sendFlash(true);
    return restart(replay);
  },
  key({ control, isDown }) {
    if (isDown) session?.press(control);
    else session?.release(control);
  },
  run({ isRunning }) {
    if (!isRunning && seeks.isBusy) {
      endSeek();
      showSought();
    }
    if (session && isRunning !== clock.isRunning) {
      if (isRunning) startCount();
      else sendStatus(performance.now());
    }
    setRunning(isRunning);
    sendFlash(!isRunning);
    startClock();
    schedule();
  },
  speed({ speed }) {
    clock.speed = speed;
    sendRate();
    startClock();
  },
  async seek({ cycle }) {
    // A message about a replay that another session has followed.
    if (!session?.isReplay) return;
    endSeek();
    seeks.isBusy = true;
    const { number } = seeks;
    const isEnded = () => number !== seeks.number;
    await session.seek(cycle, isEnded);
    if (isEnded()) return;
    seeks.isBusy = false;
    showSought();
    schedule();
  },
  takeOver() {
    endSeek();
    session?.takeOver();
    startClock();
  },
  stop() {
    isStopped = true;
  },
  sound({ port }) {
    soundPort = port;
    sendRate();
    port.postMessage({ isRunning: clock.isRunning });
  },
  words({ buffer }) {
    if (spare.length < MOST_SPARE) spare.push(new Uint16Array(buffer));
  },
};

/** Requests with an answer. */
const questions = {
  timing: () => ({ timing: timing.take() }),
  recording: () => ({ recording: session.recording() }),
  peek({ names }) {
    const key = names.join();
    if (probe.key !== key || probe.session !== session) {
      Object.assign(probe, { key, session, read: session.bench.machine.probe(names) });
    }
    return { values: probe.read(), cycles: session.cycles };
  },
  sample: ({ names, cycles }) => ({
    values: sample(session, names, cycles),
    cycles: session.cycles,
  }),
  words: ({ name, from, count }) => ({ words: words(session, name, from, count) }),
  step({ cycles }) {
    endSeek();
    step(session, cycles);
    return stopped();
  },
  async turn({ direction }) {
    const { result: found, isEnded } = await search((own, isStopped) =>
      own.seekTurn(direction, isStopped));
    if (!isEnded) showSought();
    return { found, isEnded, cycles: session.cycles };
  },
  async until({ condition }) {
    const { result: holds, isEnded } = await search((own, isStopped) =>
      until(own, condition, isStopped));
    return isEnded ? { isEnded } : { holds, ...stopped() };
  },
};

onmessage = async ({ data }) => {
  try {
    if (data.id === undefined) await handlers[data.type](data);
    else await answer(data);
  } catch (error) {
    // A load that another one has followed may fail.
    if ((data.load ?? game?.load) === game?.load) fail(error);
  }
};

/** Answers a request. A wrong request is not a failure of the session. */
async function answer(data) {
  try {
    if (!session) throw new Error("The game is not loaded yet.");
    const result = await questions[data.type](data);
    postMessage({ type: "answer", id: data.id, ...result });
  } catch (error) {
    postMessage({ type: "answer", id: data.id, problem: error.message });
  }
}

/** Ends the search for a cycle where it is. */
function endSeek() {
  seeks.number++;
  seeks.isBusy = false;
}

/**
 * Searches in a session until the page stops that. Returns the result, and whether the page has
 * gone elsewhere: it runs the session, or searches for something else.
 */
async function search(act) {
  endSeek();
  isStopped = false;
  const own = session;
  const { number } = seeks;
  const isEnded = () => clock.isRunning || number !== seeks.number;
  const result = await act(own, () => isStopped || isEnded());
  if (session !== own) throw new Error("The game has started again.");
  return { result, isEnded: isEnded() };
}

/** Sends a message about the loaded game. */
function tell(message, transfer = []) {
  postMessage({ ...message, load: game?.load }, transfer);
}

/** Shows the next whole picture, and returns: the beam is somewhere in the picture. */
function showSought() {
  const state = session.bench.snapshot();
  for (let picture = 0; picture < 2; picture++) {
    session.bench.runToPicture(session.cycles + Math.round(session.clockHz / 30));
  }
  show();
  session.bench.restore(state);
  startClock();
  sendStatus(performance.now());
}

/** Shows the picture as far as the beam has drawn it. */
function stopped() {
  startClock();
  sendFlash(true);
  const { monitor } = session.bench;
  if (monitor) {
    const { buffer } = monitor.words.slice();
    tell({ type: "picture", cycle: session.cycles, picture: { words: buffer } }, [buffer]);
  } else {
    show();
  }
  sendStatus(performance.now());
  return { cycles: session.cycles };
}

/** Starts or stops the clock, and the sound with it. */
function setRunning(isRunning) {
  clock.isRunning = isRunning;
  soundPort?.postMessage({ isRunning });
}

function fail(error) {
  setRunning(false);
  tell({ type: "error", message: error.message });
}

/** Starts a session at power-up, unless another start follows. */
async function restart(replay) {
  endSeek();
  session = null;
  const start = ++starts;
  const { description, module, flash } = game;
  const started = await Session.create(description, await module, replay, flash);
  if (start !== starts) return;
  session = started;
  sendRate();
  startClock();
  startCount();
  counted.dropped = 0;
  tell({ type: "ready", isReplay: session.isReplay, end: session.end });
  schedule();
}

/** From now on pictures and cycles count. */
function startCount() {
  Object.assign(counted, { time: performance.now(), cycles: session.cycles, shown: 0 });
}

/** From now on the session is in step. */
function startClock() {
  if (!session) return;
  clock.time = performance.now();
  clock.cycles = session.cycles;
}

/** The cycle in which the session should be. */
function target(now) {
  const { clockHz } = session;
  return clock.cycles + Math.floor(((now - clock.time) * clockHz * clock.speed) / 1000);
}

function schedule(isLate = false) {
  clearTimeout(clock.timer);
  if (!clock.isRunning || !session) return;
  if (isLate) clock.asap.port2.postMessage(null);
  else clock.timer = setTimeout(turn, TURN_MS);
}

function turn() {
  if (!clock.isRunning || !session || seeks.isBusy) return;
  try {
    schedule(!catchUp());
  } catch (error) {
    fail(error);
  }
}

/**
 * Runs until the session is in step, or for a slice of time. True if it is in step. A picture that
 * is complete within `AHEAD_MS` is run to its end.
 */
function catchUp() {
  if (!clock.isRunning) return true;
  const begun = performance.now();
  const start = session.cycles;
  const isPaced = Number.isFinite(clock.speed);
  const due = isPaced ? target(begun) : Infinity;
  const goal = isPaced ? withPicture(due) : due;
  const portion = Math.round(session.clockHz / PORTIONS_HZ);
  while (session.cycles < goal && !session.isOver) {
    const hasPicture = session.runToPicture(Math.min(goal, session.cycles + portion));
    if (hasPicture) show();
    // A key that waits acts at the start of the next picture.
    if (hasPicture || performance.now() - begun > SLICE_MS) break;
  }
  const now = performance.now();
  sendSound();
  sendFlash(false);
  if (isPaced) {
    timing.turn({ late: msOf(due - start), ran: msOf(session.cycles - start), took: now - begun });
    const late = msOf(due - session.cycles);
    if (late > (timing.recentSpeed > CATCHES_UP ? MOST_LATE_MS : MOST_LATE_SLOW_MS)) {
      counted.dropped += late;
      startClock();
    }
  }
  if (session.isOver) {
    setRunning(false);
    session.applyDue();
    const { state } = session.recording();
    tell({ type: "over", state, cycles: session.cycles });
  }
  if (now - counted.time >= STATUS_MS || session.isOver) sendStatus(now);
  return session.cycles >= goal;
}

/** Time on the wall of some cycles, in milliseconds. */
function msOf(cycles) {
  return (cycles / session.clockHz / clock.speed) * 1000;
}

/** The cycle `due`, or the end of a picture that is complete at most `AHEAD_MS` after it. */
function withPicture(due) {
  const left = session.bench.cyclesToPicture();
  if (left === null) return due;
  const end = session.cycles + left;
  return end > due && msOf(end - due) <= AHEAD_MS ? end : due;
}

function show() {
  const { bench } = session;
  const cycle = session.cycles;
  counted.shown++;
  if (bench.monitor) {
    const { monitor } = bench;
    // Nobody sees more pictures than the page returns.
    if (counted.shown > 3 && spare.length === 0) return;
    const { buffer, length } = monitor.words;
    monitor.words = spare.pop() ?? new Uint16Array(length);
    tell({ type: "picture", cycle, picture: { words: buffer } }, [buffer]);
  } else if (bench.leds) {
    tell({ type: "picture", cycle, picture: bench.leds.picture() });
  } else if (bench.lcd) {
    const [width, height] = bench.lcd.size;
    const pixels = new Uint32Array(width * height);
    bench.lcd.draw(pixels);
    const picture = { pixels: pixels.buffer };
    tell({ type: "picture", cycle, picture }, [pixels.buffer]);
  }
}

function sendRate() {
  if (!session?.bench.speaker) return;
  const { speed } = clock;
  const rate = Number.isFinite(speed) ? session.bench.sampleRate * speed : 0;
  soundPort?.postMessage({ rate });
}

function sendSound() {
  const samples = session.bench.speaker?.takeSamples();
  if (!soundPort || !samples?.length || !Number.isFinite(clock.speed)) return;
  soundPort.postMessage({ samples }, [samples.buffer]);
}

/** Sends what the player has saved. */
function sendFlash(isStopped) {
  const saved = session?.watch?.look(isStopped);
  if (!saved) return;
  game.flash = saved.flash;
  postMessage({ type: "flash", game: game.description.name, ...saved });
}

function sendStatus(now) {
  const seconds = (now - counted.time) / 1000;
  const cycles = session.cycles - counted.cycles;
  const { clockHz, end, bench, isReplay } = session;
  tell({
    type: "status",
    cycles: session.cycles,
    seconds: session.cycles / clockHz,
    pictures: counted.shown / seconds,
    ratio: cycles / clockHz / seconds,
    droppedMs: counted.dropped,
    fault: bench.fault,
    isReplay,
    end,
    down: [...session.down.keys()],
  });
  Object.assign(counted, { time: now, cycles: session.cycles, shown: 0 });
}
