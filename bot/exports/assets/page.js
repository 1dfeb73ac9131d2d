"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const decode = (id) => Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));
  const inflated = async (id) => {
    const stream = new Blob([decode(id)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const element = (name, text = "", className = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // Pictures: lists of tiles, whose pixels are palette numbers.
  let contents, tiles, tileNumbers, starts;
  let colours;
  const columnsOf = (number) => Math.ceil(contents.sizes[number][0] / contents.wide);
  const rowsOf = (number) => Math.ceil(contents.sizes[number][1] / contents.high);

  const load = async () => {
    const [pixels, numbers, text] = await Promise.all(["tiles", "tile-numbers", "contents"].map(inflated));
    contents = JSON.parse(new TextDecoder().decode(text));
    tiles = pixels;
    tileNumbers = new DataView(numbers.buffer);
    starts = [0];
    contents.sizes.forEach((_, number) => starts.push(starts[number] + columnsOf(number) * rowsOf(number)));
  };

  const paint = (canvas, number) => {
    const [width, height] = contents.sizes[number];
    const { wide, high } = contents;
    const rows = rowsOf(number);
    const stride = columnsOf(number) * wide;
    const image = new ImageData(stride, rows * high);
    for (let place = 0; place < starts[number + 1] - starts[number]; place++) {
      const from = tileNumbers.getUint32(4 * (starts[number] + place), true) * wide * high;
      const to = (place % rows) * high * stride + Math.floor(place / rows) * wide;
      for (let row = 0; row < high; row++) {
        for (let column = 0; column < wide; column++) {
          const ink = 3 * tiles[from + row * wide + column];
          const at = 4 * (to + row * stride + column);
          image.data[at] = colours[ink];
          image.data[at + 1] = colours[ink + 1];
          image.data[at + 2] = colours[ink + 2];
          image.data[at + 3] = 255;
        }
      }
    }
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d").putImageData(image, 0, 0);
  };

  // Moves
  let shown = 0;
  const asked = () => {
    const found = /^#ply-(\d{1,7})$/.exec(location.hash);
    return Math.min(found ? Number(found[1]) : 0, contents.last);
  };
  const go = (ply) => location.replace(`#ply-${Math.min(Math.max(ply, 0), contents.last)}`);
  const entry = (ply) => byId(`log-${ply}`);
  const nextTurn = () => contents.turns.find((ply) => ply > shown) ?? contents.turns[0];

  // Watching: each move stays as long as its sentences take to read.
  const LETTERS = 22; // that a viewer reads in a second
  const [SHORTEST, LONGEST] = [1, 3]; // seconds
  let isPlaying = false;
  let timer;
  const setPlaying = (value) => {
    isPlaying = value;
    clearTimeout(timer);
    byId("play").textContent = isPlaying ? "Pause" : "Play";
  };
  const awaitNext = () => {
    clearTimeout(timer);
    if (shown === contents.last) return setPlaying(false);
    const seconds = Math.min(Math.max(byId("now").textContent.length / LETTERS, SHORTEST), LONGEST);
    timer = setTimeout(() => go(shown + 1), 1000 * seconds);
  };
  const play = () => {
    uncover();
    setPlaying(true);
    if (shown === contents.last) go(0);
    else awaitNext();
  };
  const pause = () => setPlaying(false);
  const step = (ply) => { pause(); uncover(); go(ply); };

  // The cover: the last table and the result, until somebody presses anything.
  const isCovered = () => !byId("cover").hidden;
  const uncover = () => {
    byId("cover").hidden = true;
    document.body.classList.remove("covered");
  };
  const cover = () => {
    byId("cover").hidden = false;
    document.body.classList.add("covered");
  };

  const show = () => {
    entry(shown).classList.remove("now");
    entry(shown).querySelector("a").removeAttribute("aria-current");
    shown = asked();
    byId("slider").value = shown;
    if (byId("share")) byId("share").hidden = !contents.turns.includes(shown);
    const item = entry(shown);
    item.classList.add("now");
    item.querySelector("a").setAttribute("aria-current", "step");
    const log = byId("log");
    if (log.scrollHeight > log.clientHeight) log.scrollTop = item.offsetTop - log.clientHeight / 3;
    const where = shown ? `Move ${shown} of ${contents.last}` : `The ${contents.beginning}`;
    const told = [...item.querySelectorAll("p")].map((line) => element("p", line.textContent, line.className));
    const who = item.dataset.who ? `${where}: ${item.dataset.who}` : where;
    byId("now").replaceChildren(element("p", who, "head"), ...told);
    byId("slider").setAttribute("aria-valuetext", who);
    if (isPlaying) awaitNext();
    byId("first").disabled = byId("back").disabled = shown === 0;
    byId("next").disabled = byId("last").disabled = shown === contents.last;
    draw();
  };

  const draw = () => {
    const open = new Set([...document.querySelectorAll("#pictures details[open]")].map((each) => each.dataset.of));
    let ply = shown;
    while (!contents.moments[ply]) ply--;
    if (isCovered()) paint(byId("cover").querySelector("canvas"), contents.moments.findLast((each) => each)[0][1]);
    const table = [];
    const hands = [];
    if (ply !== shown) table.push(element("p", `The picture is that of move ${ply}: not every move has its own.`));
    contents.moments[ply].forEach(([heading, picture, text], place) => {
      const canvas = element("canvas");
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${contents.texts[heading]}. ${contents.texts[text]}`);
      paint(canvas, picture);
      const words = element("details");
      words.dataset.of = contents.texts[heading];
      words.open = open.has(contents.texts[heading]);
      const lines = element("ul", "", "words");
      lines.append(...contents.texts[text].split("\n").map((line) => element("li", line)));
      words.append(element("summary", "In words"), lines);
      (place ? hands : table).push(element("h3", contents.texts[heading]), canvas, words);
    });
    byId("table").replaceChildren(...table);
    byId("hands").replaceChildren(...hands);
  };

  // Sharing: a picture of the table with the sentences about the turning point below it.
  const SIZE = 28; // of the letters, in pixels
  const wrapped = (drawing, text, width) => {
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (lines.at(-1) && drawing.measureText(longer).width > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  };
  const share = async () => {
    const told = [document.title, entry(shown).querySelector(".turn").textContent];
    const table = byId("table").querySelector("canvas");
    const canvas = element("canvas");
    const drawing = canvas.getContext("2d");
    const font = `${SIZE}px system-ui, sans-serif`;
    drawing.font = font;
    const lines = told.flatMap((text) => wrapped(drawing, text, table.width - 2 * SIZE));
    canvas.width = table.width;
    canvas.height = table.height + (1.5 * lines.length + 1) * SIZE;
    const { backgroundColor, color } = getComputedStyle(document.body);
    drawing.fillStyle = backgroundColor;
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(table, 0, 0);
    Object.assign(drawing, { font, fillStyle: color, textBaseline: "top" });
    lines.forEach((line, place) => drawing.fillText(line, SIZE, table.height + (0.75 + 1.5 * place) * SIZE));
    const blob = await new Promise((done) => canvas.toBlob(done));
    const file = new File([blob], `turning-point-${shown}.png`, { type: "image/png" });
    const shared = { files: [file], text: told.join("\n") };
    if (navigator.canShare?.(shared)) await navigator.share(shared).catch(() => {}); // unless the viewer thinks better of it
    else saved(file);
  };

  // Colours
  const chosenTheme = () => {
    if (byId("colours").value) return byId("colours").value;
    if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  };
  const recolour = () => {
    const theme = chosenTheme();
    document.documentElement.dataset.theme = theme;
    colours = Uint8Array.from(contents.palettes[theme].match(/../g), (pair) => parseInt(pair, 16));
  };

  // Checks
  const hash = async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const hex = (digest) => [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const field = (word) => {
    const line = byId("file").textContent.split("\n").find((each) => each.startsWith(`${word} `));
    return line ? line.slice(word.length + 1) : "";
  };
  const result = (subject, good, bad, isGood) =>
    element("li", `${isGood ? "✓" : "✗"} ${subject}: ${isGood ? good : bad}`, isGood ? "good" : "bad");

  const commitment = () => hash(`hidden-hand commitment ${field("secret")}`).then(hex);
  const posted = (link) => {
    const moment = new Date(Number((BigInt(link.split("/").pop()) >> 22n) + 1420070400000n));
    return `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  };

  const check = async () => {
    const link = field("message");
    const results = [];
    if (link) {
      const shown = element("li", "Look at the message by which the cards were dealt: ");
      const anchor = element("a", link);
      anchor.href = link;
      shown.append(anchor, `. It was posted at ${posted(link)}, and must show this hash: ${await commitment()}`);
      const seed = hex(await hash(`hidden-hand deal ${field("secret")} ${link.split("/").pop()}`)).slice(0, 32);
      const good = "the secret and the id of this message give it.";
      const bad = "it isn't the one that the secret and the id of this message give.";
      results.push(shown, result("Seed of the deal", good, bad, seed === field("seed")));
    } else {
      const bad = "nobody can check it: the match went on from another one, or had no message.";
      results.push(result("Seed of the deal", "", bad, false));
    }
    const content = ["file", "log", "tiles", "tile-numbers", "contents"].map((id) => byId(id).textContent).join("\n");
    const same = hex(await hash(content)) === byId("fingerprint").textContent;
    const changed = "they don't: the log, the match file or the pictures were changed.";
    results.push(result("This page", "log, match file and pictures have the fingerprint below.", changed, same));
    byId("checks").replaceChildren(...results);
  };

  const compare = async () => {
    const typed = byId("shown").value.trim().toLowerCase();
    const same = typed === (await commitment());
    byId("compared").textContent = !typed ? "" : same ? "✓ It is the same." : "✗ It is another one.";
  };

  const saved = (file) => {
    const link = element("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const save = () => saved(new File([byId("file").textContent], "match.txt", { type: "text/plain" }));

  const keys = {
    ArrowLeft: () => step(shown - 1),
    ArrowRight: () => step(shown + 1),
    Home: () => step(0),
    End: () => step(contents.last),
    " ": () => (isPlaying ? pause() : play()),
  };
  const begin = async () => {
    if (byId("check")) {
      byId("shown").addEventListener("input", compare);
      byId("save").addEventListener("click", save);
      if (globalThis.crypto?.subtle) await check();
      else byId("checks").replaceChildren(element("li", "This browser offers no cryptography here, so nothing was checked."));
    }
    await load();
    recolour();
    byId("colours").addEventListener("change", () => { recolour(); draw(); });
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => { recolour(); draw(); });
    byId("slider").max = contents.last;
    byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
    byId("play").addEventListener("click", keys[" "]);
    byId("watch").addEventListener("click", play);
    byId("study").addEventListener("click", uncover);
    byId("first").addEventListener("click", keys.Home);
    byId("back").addEventListener("click", keys.ArrowLeft);
    byId("next").addEventListener("click", keys.ArrowRight);
    byId("last").addEventListener("click", keys.End);
    byId("turn")?.addEventListener("click", () => step(nextTurn()));
    byId("share")?.addEventListener("click", share);
    if (!location.hash) cover();
    addEventListener("hashchange", show);
    addEventListener("keydown", (event) => {
      const isTyping = event.target.closest?.(event.key === " " ? "input, select, pre, button, a, summary" : "input, select, pre");
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    show();
  };
  begin().catch(() => {
    byId("now").textContent = "This page was damaged, or this browser is too old for its pictures. The log below is complete.";
  });
})();
