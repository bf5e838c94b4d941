// Requests the files of the first game while the modules of the page are on their way. An address
// that names a game, or has a replay, asks for others.

if (!location.hash) {
  for (const href of ["arcade.json", "arcade.wasm"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", href, as: "fetch", crossOrigin: "anonymous" });
    document.head.append(link);
  }
}
