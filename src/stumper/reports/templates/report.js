"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const home = document.getElementById("browse");
  const PAGE = 12;

  // ---- values -------------------------------------------------------------------------------------------------
  const outcomeOf = new Map(data.outcomes.map(([key, word, sign, meaning]) => [key, { word, sign, meaning }]));
  const named = data.runs.map(([id, dataset, victim, attack]) => ({ id, dataset, victim, attack }));
  // An item is a variant; a facet of it holds where it does of any of its answers.
  const runOf = (item) => named[item.answers[0].run];
  const facets = [
    { key: "outcome", title: "Outcome", of: (item, answer) => answer.outcome, order: data.outcomes.map(([key]) => key) },
    { key: "victim", title: "System", of: (item, answer) => named[answer.run].victim, order: [] },
    { key: "attack", title: "Attack", of: (item) => runOf(item).attack, order: [] },
    { key: "type", title: "Type", of: (item) => item.kind || runOf(item).attack, order: [] },
    { key: "dataset", title: "Data set", of: (item) => runOf(item).dataset, order: [] },
  ];
  for (const facet of facets) {
    const present = new Set(data.items.flatMap((item) => item.answers.map((answer) => facet.of(item, answer))));
    facet.values = (facet.order.length ? facet.order : [...present]).filter((value) => present.has(value));
  }
  // A type of attack tells more than the attack only where one attack has several.
  const typesOf = new Map(named.map((run) => [run, new Set()]));
  for (const item of data.items) if (item.kind) typesOf.get(runOf(item)).add(item.kind);
  const tells = (facet) => facet.key !== "type" || [...typesOf.values()].some((types) => types.size > 1);
  const usable = facets.filter((facet) => facet.values.length > 1 && tells(facet));
  const addressOf = (item, number = 0) => `${named[item.answers[number].run].id}/${item.id}`;
  const state = { chosen: new Map(facets.map((facet) => [facet.key, new Set()])), query: "", at: "" };
  let shown = [];

  const revised = (text, edits) => {
    // Offsets count characters, not JavaScript's halves of them.
    const points = [...text], all = [];
    let place = 0;
    for (const edit of edits || [points.length]) {
      if (typeof edit === "string") { all.push(["added", edit]); continue; }
      all.push([edit < 0 ? "removed" : "kept", points.slice(place, place + Math.abs(edit)).join("")]);
      place += Math.abs(edit);
    }
    return { all, before: all.filter(([kind]) => kind !== "added"), after: all.filter(([kind]) => kind !== "removed") };
  };
  const haystacks = new Array(data.items.length);
  const haystack = (place) => {
    if (haystacks[place] === undefined) {
      const item = data.items[place];
      const added = [...(item.asked || []), ...(item.edits || [])].filter((edit) => typeof edit === "string");
      const answers = item.golds.map(([text]) => text);
      haystacks[place] = [data.texts[item.question], data.texts[item.paragraph], item.id, item.title || "", ...added, ...answers]
        .join("\n").toLowerCase();
    }
    return haystacks[place];
  };

  // ---- state and address --------------------------------------------------------------------------------------
  const fits = (item, answer, except) => usable.every((facet) => {
    const chosen = state.chosen.get(facet.key);
    return facet === except || !chosen.size || chosen.has(facet.of(item, answer));
  });
  const matches = (place, except) => {
    const item = data.items[place];
    if (!item.answers.some((answer) => fits(item, answer, except))) return false;
    return !state.query || haystack(place).includes(state.query.toLowerCase());
  };
  const readAddress = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const facet of facets) {
      state.chosen.set(facet.key, new Set(given.getAll(facet.key).filter((value) => facet.values.includes(value))));
    }
    state.query = given.get("q") || "";
    state.at = given.get("at") || "";
  };
  const writeAddress = () => {
    const address = new URLSearchParams();
    for (const facet of usable) for (const value of state.chosen.get(facet.key)) address.append(facet.key, value);
    if (state.query) address.set("q", state.query);
    if (state.at) address.set("at", state.at);
    history.replaceState(null, "", `#${address}`);
  };

  // ---- building blocks ----------------------------------------------------------------------------------------
  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
      else if (value !== undefined && value !== false) made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };
  const percent = (share) => `${(share * 100).toFixed(1)}`;
  const sign = (outcome) => element("span", { class: `sign ${outcome}`, "aria-hidden": "true" }, outcomeOf.get(outcome).sign);

  // ---- the current example ------------------------------------------------------------------------------------
  const marked = (pieces, marks) => {
    // Cuts the text wherever a mark or a change begins or ends; each piece carries the classes that hold for it.
    const nodes = [];
    let place = 0;
    for (const [kind, text] of pieces) {
      const points = [...text];
      const end = place + points.length;
      const cuts = new Set([place, end]);
      for (const mark of marks) for (const edge of [mark.start, mark.end]) if (edge > place && edge < end) cuts.add(edge);
      const ordered = [...cuts].sort((a, b) => a - b);
      for (let i = 0; i + 1 < ordered.length; i++) {
        const [from, to] = [ordered[i], ordered[i + 1]];
        const holding = marks.filter((mark) => mark.start <= from && to <= mark.end);
        const classes = new Set(holding.map((mark) => mark.kind));
        if (holding.some((mark) => mark.start === from)) classes.add("first");
        if (holding.some((mark) => mark.end === to)) classes.add("last");
        const piece = points.slice(from - place, to - place).join("");
        const tag = { added: "ins", removed: "del", kept: holding.length ? "span" : "" }[kind];
        const bare = tag && !holding.length ? piece.trim() : piece;
        if (!tag || !bare) { nodes.push(piece); continue; }
        const [ahead, behind] = piece.split(bare);
        nodes.push(ahead, element(tag, { class: [...classes].join(" ") || undefined }, bare), behind);
      }
      place = end;
    }
    return nodes;
  };
  const located = (whole, answer, start) => {
    const points = [...answer];
    if (start !== null && start !== undefined) return { start, end: start + points.length };
    const found = answer ? whole.indexOf(answer) : -1;
    if (found < 0) return null;
    const from = [...whole.slice(0, found)].length;
    return { start: from, end: from + points.length };
  };
  const marksOf = (pieces, golds, response) => {
    const whole = pieces.map(([, text]) => text).join("");
    const spans = golds.map(([text, start]) => located(whole, text, start)).filter(Boolean);
    const merged = [];
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      const last = merged[merged.length - 1];
      if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
      else merged.push({ kind: "gold", ...span });
    }
    const [guess] = response.guesses;
    const said = guess ? located(whole, guess[0], guess[2]) : null;
    return said ? [...merged, { kind: response.f1 > 0 ? "said right" : "said", ...said }] : merged;
  };
  const guesses = (response) => element("ol", { class: "guesses", "aria-label": "Best guesses" },
    ...response.guesses.filter(([, probability]) => probability !== null).map(([answer, probability]) => {
      const bar = element("i");
      bar.style.width = `${percent(probability)}%`;
      return element("li", {},
        element("span", { class: "what", title: answer }, answer || "unanswered"),
        element("span", { class: "bar", "aria-hidden": "true" }, bar),
        element("span", { class: "share" }, `${percent(probability)}%`));
    }));
  const pane = (title, pieces, golds, response, empty, measure = "F1") => {
    const [guess] = response.guesses;
    const score = response.f1 === null ? null : element("span", { class: "aside" }, `${measure} ${percent(response.f1)}`);
    const text = pieces.length === 0 ? null : element("div", { class: "text", tabindex: "0", role: "region", "aria-label": `${measure === "F1" ? "Paragraph" : "Text"} ${title.toLowerCase()}` },
      ...marked(pieces, marksOf(pieces, golds, response)));
    return element("section", { class: "pane", "aria-label": title },
      element("h4", {}, title),
      element("p", { class: "answer" }, (guess && (guess[0] || empty)) || (response.f1 === null ? "no answer came" : "left unanswered"), " ", score),
      text, response.told ? element("div", {}, guesses(response), told(response)) : guesses(response));
  };
  const told = (response) => element("ul", { class: "evidence", "aria-label": "What it had before it" },
    ...response.told.map((line) => element("li", {}, line)));
  const unchanged = (item) => element("section", { class: "pane", "aria-label": "After" },
    element("h4", {}, "After"),
    element("p", { class: "answer" }, element("span", { class: "word" }, "nothing was changed")),
    element("p", { class: "truth" }, `This attempt is counted as ${outcomeOf.get(item.outcome).word}: ${outcomeOf.get(item.outcome).meaning}.`));
  const legend = () => element("p", { class: "legend" },
    element("span", {}, element("span", { class: "gold first last" }, "right answer")),
    element("span", {}, element("span", { class: "said right first last" }, "the victim's answer: at least partly right")),
    element("span", {}, element("span", { class: "said first last" }, "wrong")),
    element("span", {}, element("ins", {}, "added")), element("span", {}, element("del", {}, "removed")));
  // ---- a claim --------------------------------------------------------------------------------------------------
  const spelt = [["-LRB-", "("], ["-RRB-", ")"], ["-LSB-", "["], ["-RSB-", "]"], ["-COLON-", ":"], ["_", " "]];
  const page = (id) => spelt.reduce((text, [code, sign]) => text.replaceAll(code, sign), id);
  const sentences = (item, response) => {
    const gold = new Set(item.sentences || []);
    return element("ul", { class: "evidence", "aria-label": "Evidence found" }, ...(response.evidence || []).map((id) => {
      const cut = id.lastIndexOf(":");
      const said = cut < 0 ? id : `${page(id.slice(0, cut))}, sentence ${id.slice(cut + 1)}`;
      return element("li", {}, gold.has(id) ? element("span", { class: "gold first last" }, said) : said);
    }));
  };
  const verdict = (title, pieces, label, response, item) => {
    const [guess] = response.guesses;
    const sign = response.f1 === null ? null : element("span", { class: "aside" }, response.f1 > 0 ? "right" : `wrong: it is ${label}`);
    const given = pieces.length && pieces.some(([, text]) => text)
      ? element("div", { class: "text", tabindex: "0", role: "region", "aria-label": `Evidence ${title.toLowerCase()}` }, ...marked(pieces, []))
      : sentences(item, response);
    return element("section", { class: "pane", "aria-label": title },
      element("h4", {}, title),
      element("p", { class: "answer" }, (guess && guess[0]) || (response.f1 === null ? "no answer came" : "no label"), " ", sign),
      given, guesses(response));
  };
  const claimLegend = () => element("p", { class: "legend" },
    element("span", {}, "evidence that the system found, ", element("span", { class: "gold first last" }, "gold sentences"), " in a box"),
    element("span", {}, element("ins", {}, "added")), element("span", {}, element("del", {}, "removed")));
  // ---- a tossup -------------------------------------------------------------------------------------------------
  const firstRight = (heard) => (heard || []).findIndex(([, , , , right]) => right);
  const sentenceMark = (heard) => {
    const at = firstRight(heard);
    return at < 0 ? [] : [{ kind: "said right", start: at ? heard[at - 1][0] + 1 : 0, end: heard[at][0] }];
  };
  const hearings = (heard) => element("ol", { class: "guesses hearings", "aria-label": "Guess at the end of each sentence" },
    ...heard.map(([, share, answer, probability, right]) => {
      const bar = element("i");
      bar.style.width = `${percent(probability || 0)}%`;
      return element("li", { class: right ? "hit" : undefined },
        element("span", { class: "when" }, `${Math.round(share * 100)}% read`),
        element("span", { class: "what", title: answer }, answer || "no guess", right ? " \u2713" : ""),
        element("span", { class: "bar", "aria-hidden": "true" }, bar),
        element("span", { class: "share" }, probability === null ? "" : `${percent(probability)}%`));
    }));
  const readOut = (title, pieces, response, heard) => {
    const [guess] = response.guesses, at = firstRight(heard);
    const told = at < 0 ? (heard ? "never right where a sentence ends" : "") : `first right after ${Math.round(heard[at][1] * 100)}% of the words`;
    return element("section", { class: "pane", "aria-label": title },
      element("h4", {}, title),
      element("p", { class: "answer" }, (guess && guess[0]) || "no answer came", " ",
        element("span", { class: "aside" }, [response.f1 === null ? "" : response.f1 > 0 ? "right at the end" : "wrong at the end", told].filter(Boolean).join(", "))),
      element("div", { class: "text", tabindex: "0", role: "region", "aria-label": `Question ${title.toLowerCase()}` },
        ...marked(pieces, sentenceMark(heard))),
      heard ? hearings(heard) : guesses(response));
  };
  const tossupLegend = () => element("p", { class: "legend" },
    element("span", {}, element("span", { class: "said right first last" }, "the sentence after which the guesser is first right")),
    element("span", {}, element("ins", {}, "added")), element("span", {}, element("del", {}, "removed")));
  const panesOf = (item, paragraph) => {
    if (item.shows === "hearings") return [
      readOut("Before", paragraph.before, item.before, item.heard),
      item.after ? readOut("After", paragraph.after, item.after, item.heardAfter) : unchanged(item)];
    if (item.shows === "texts") return [
      pane("Before", paragraph.before, item.golds, item.before, item.empty, "score"),
      item.after ? pane("After", paragraph.after, item.moved || item.golds, item.after, item.empty, "score") : unchanged(item)];
    if (item.shows !== "labels") return [
      pane("Before", paragraph.before, item.golds, item.before, item.empty),
      item.after ? pane("After", paragraph.after, item.moved || item.golds, item.after, item.empty) : unchanged(item)];
    const [[old]] = item.golds, [[now]] = item.moved || item.golds;
    return [
      verdict("Before", paragraph.before, old, item.before, item),
      item.after ? verdict("After", paragraph.after, now, item.after, item) : unchanged(item)];
  };
  // ---- pictures and sounds ---------------------------------------------------------------------------------------
  // Each stands behind its mark. Of marks that an attack has moved or added nobody knows which they are.
  const MARK = /(?<!\S)\[(?:image|sound)\](?!\S)/g;
  const ordered = (paragraph, gone) => {
    let place = 0;
    return paragraph.all.flatMap(([kind, text]) => [...text.matchAll(MARK)].map(() => [kind, kind === "added" ? null : place++]))
      .filter(([kind]) => kind !== gone).map(([, at]) => at);
  };
  const shownMedium = ([name, file, why]) => {
    const address = data.files[file];
    if (!address) return element("span", { class: "aside medium-absent" }, ` ${name} is not shown: ${why}`);
    return address.startsWith("data:image/") ? element("img", { class: "medium", src: address, alt: name, title: name })
      : element("audio", { class: "medium", src: address, controls: "", preload: "none", "aria-label": name });
  };
  const withMedia = (home, media, places) => {
    if (!home || !media) return;
    const left = [...places];
    const walker = document.createTreeWalker(home, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) for (let rest = text; ;) {
      const [found] = rest.data.matchAll(MARK);
      if (!found) break;
      const medium = media[left.shift()];
      rest = rest.splitText(found.index + found[0].length);
      if (medium) rest.before(shownMedium(medium));
    }
  };
  const distinct = (golds) => [...new Set(golds.map(([text]) => text))];
  const listed = (texts) => (texts.length ? texts.flatMap((text, i) => [i ? "  " : "", element("span", { class: "gold first last" }, text)]) : ["to say that there is none"]);
  const truthOf = (item) => {
    if (item.shows !== "labels") {
      const old = distinct(item.golds), now = distinct(item.moved || item.golds);
      const isSame = old.length === now.length && old.every((text) => now.includes(text));
      return ["Right answers: ", ...listed(old), ...(isSame ? [] : [" before, ", ...listed(now), " after"])];
    }
    const [[old]] = item.golds, [[now]] = item.moved || item.golds;
    const label = (text) => element("span", { class: "gold first last" }, text);
    return old === now ? ["Right label: ", label(old)] : ["Right label: ", label(old), " before, ", label(now), " after"];
  };
  const firstGuess = (response, empty) => (response && response.guesses[0] ? response.guesses[0][0] || empty || "left unanswered" : response ? "no answer came" : "not asked");
  const rightness = (response) => (!response || response.f1 === null ? "" : response.f1 > 0 ? "right" : "wrong");
  const answersOf = (item, number) => {
    if (item.answers.length < 2) return null;
    return element("div", { class: "scroll answers", tabindex: "0", role: "region", "aria-label": "Every system's answer" }, element("table", {},
      element("thead", {}, element("tr", {}, ...["System", "Before", "After", "Outcome"].map((name) => element("th", { scope: "col", class: "says" }, name)))),
      element("tbody", {}, ...item.answers.map((answer, place) => element("tr", { class: place === number ? "current" : undefined },
        element("th", { scope: "row" }, element("button", { class: "links", type: "button", "aria-pressed": String(place === number),
          on: { click: () => { state.at = addressOf(item, place); render(); } } }, named[answer.run].victim)),
        ...[answer.before, answer.after].map((response) => element("td", { class: `words ${rightness(response)}` }, firstGuess(response, item.empty),
          rightness(response) ? element("span", { class: "aside" }, ` ${rightness(response)}`) : null)),
        element("td", { class: "says" }, sign(answer.outcome), " ", outcomeOf.get(answer.outcome).word))))));
  };
  const article = (variant, number) => {
    const item = { ...variant, ...variant.answers[number] };
    const outcome = outcomeOf.get(item.outcome), run = named[item.run];
    const paragraph = revised(data.texts[item.paragraph], item.edits);
    const asked = revised(data.texts[item.question], item.asked);
    const question = marked(asked.all, []).flatMap((node) => (node.tagName === "DEL" ? [node, " "] : [node]));
    const panes = panesOf(item, paragraph);
    const heading = element("h3", { class: "asked" }, ...question), media = data.media[item.id];
    const before = ordered(asked, "added").length; // of what is asked, whose files are named before those of the text
    withMedia(heading, media, ordered(asked));
    panes.forEach((pane, at) => withMedia(pane.querySelector(".text"), media && media.slice(before), ordered(paragraph, at ? "removed" : "added")));
    return element("article", { "aria-label": "Example" },
      element("p", { class: "facts" },
        element("span", { class: "badge", title: outcome.meaning }, sign(item.outcome), outcome.word),
        item.trained ? element("span", { class: "badge", title: data.trained }, "trained-on") : null,
        element("span", {}, `${run.attack} on ${run.victim}`),
        item.rule || (item.kind && item.kind !== run.attack) ? element("span", {}, [item.kind, item.rule].filter(Boolean).join(" · ")) : null,
        item.tests ? element("span", {}, item.tests) : null,
        element("span", {}, `${item.queries} ${item.queries === 1 ? "query" : "queries"}`),
        item.title ? element("span", {}, item.title) : null,
        element("span", {}, item.id)),
      heading,
      element("p", { class: "truth" }, ...truthOf(item)),
      answersOf(variant, number),
      item.reason ? element("p", { class: "fault" }, element("strong", {}, item.outcome === "errored" ? "Error: " : "All was refused: "), item.reason) : null,
      element("div", { class: "panes" }, ...panes),
      { labels: claimLegend, hearings: tossupLegend }[item.shows]?.() ?? legend());
  };

  // ---- any two systems or runs side by side ---------------------------------------------------------------------
  const points = (share) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)}`.replace("-", "\u2212").replace(/^[+\u2212]0\.0$/, "0.0");
  const filled = (figure, shown) => {
    if (!figure || figure[0] === null) return element("td", { class: "none" }, "\u2013");
    const [value, low, high] = figure;
    return element("td", {}, element("span", { class: "value" }, shown(value)), " ",
      low === null ? "" : element("span", { class: "interval" }, `[${shown(low)}, ${shown(high)}]`));
  };
  const compared = (name, first, second, difference, told = "") => element("tr", {}, element("th", { scope: "row" }, name),
    filled(first, percent), filled(second, percent), difference ? filled(difference, points) : element("td", { class: "none" }, "\u2013"), element("td", { class: "says aside" }, told));
  const turned = (figure, sign) => figure && [figure[0] * sign, ...(figure[1] === null ? [null, null] : sign > 0 ? [figure[1], figure[2]] : [-figure[2], -figure[1]]), figure[3]];
  const toldApart = (figure) => (!figure || figure[1] === null ? "" : figure[1] > 0 || figure[2] < 0 ? "" : "not told apart");
  const ofSystems = (matrix, first, second) => {
    const [a, b] = [matrix.systems.indexOf(first), matrix.systems.indexOf(second)];
    const pair = (attack) => {
      const found = matrix.pairs.find(([name, one, other]) => name === attack && ((one === first && other === second) || (one === second && other === first)));
      return found && turned(found[3], found[1] === first ? 1 : -1);
    };
    const isOwn = (attack) => matrix.pairs.some(([name, one, other, , own]) => own && name === attack && [one, other].includes(first) && [one, other].includes(second));
    const told = (attack) => [isOwn(attack) ? "each by variants made against itself" : "", toldApart(pair(attack))].filter(Boolean).join("; ");
    const after = (attack, victim) => matrix.met.find(([name, who]) => name === attack && who === victim)?.[3];
    return [compared("no attack", matrix.unattacked[a], matrix.unattacked[b], pair(""), toldApart(pair(""))),
      ...matrix.attacks.filter((attack) => after(attack, first) || after(attack, second)).map((attack) =>
        compared(attack, after(attack, first), after(attack, second), pair(attack), told(attack)))];
  };
  const ofRuns = (first, second) => ["Before the attack", "After the attack"].map((name, place) =>
    compared(name, first.met[2 + place], second.met[2 + place], null)).concat([element("tr", {}, element("th", { scope: "row" }, "Change, points"),
    filled(first.met[4], points), filled(second.met[4], points), element("td", { class: "none" }, "\u2013"), element("td", { class: "says aside" }, ""))]);
  const beside = (box) => {
    const choices = data.matrices.flatMap((matrix) => [
      ...(matrix.systems.length > 1 ? matrix.systems.map((system) => ({ group: "Systems", label: data.matrices.length > 1 ? `${system} on ${matrix.dataset}` : system, matrix, system })) : []),
      ...matrix.met.map((met) => ({ group: "Runs", label: `${met[0]} on ${met[1]}${data.matrices.length > 1 ? `, ${matrix.dataset}` : ""}`, matrix, met }))]);
    if (choices.length < 2) { box.parentElement.remove(); return; }
    const select = (name, at) => {
      const made = element("select", { "aria-label": name, on: { change: () => show(made) } }, ...["Systems", "Runs"].map((group) => [group, choices.filter((one) => one.group === group)])
        .filter(([, of]) => of.length).map(([group, of]) => element("optgroup", { label: group }, ...of.map((one) => element("option", { value: choices.indexOf(one) }, one.label)))));
      made.value = String(at);
      return made;
    };
    const left = select("First", 0), right = select("Second", 1), table = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Side by side" });
    const show = (changed) => {
      const [first, second] = [choices[left.value], choices[right.value]];
      if (first.group !== second.group || (first.system && first.matrix !== second.matrix)) {
        const kept = changed === left ? first : second, other = changed === left ? right : left;
        other.value = String(choices.findIndex((one) => one !== kept && one.group === kept.group && (kept.met || one.matrix === kept.matrix)));
        if (other.value) show(changed);
        return;
      }
      const rows = first.system ? ofSystems(first.matrix, first.system, second.system) : ofRuns(first, second);
      const measures = first.matrix.measure === second.matrix.measure ? first.matrix.measure : `${first.matrix.measure} and ${second.matrix.measure}`;
      table.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...[`${measures}, %`, first.label, second.label, first.system ? "second less first, points" : "", ""].map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...rows)));
    };
    box.append(element("p", { class: "row" }, left, element("span", { class: "aside" }, "and"), right), table);
    box.hidden = false;
    show(left);
  };
  const pairs = document.getElementById("pairs");
  if (pairs) beside(pairs);

  // ---- tables that are wider than the page say so ---------------------------------------------------------------
  for (const box of document.querySelectorAll(".scroll")) {
    const tell = () => {
      box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1);
      box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    box.addEventListener("scroll", tell, { passive: true });
    new ResizeObserver(tell).observe(box);
  }
  if (!home) return;

  // ---- the frame around it ------------------------------------------------------------------------------------
  const onClaims = data.items.filter((item) => item.shows === "labels").length;
  const onTossups = data.items.filter((item) => item.shows === "hearings").length;
  const onTexts = data.items.filter((item) => item.shows === "texts").length;
  const searched = onTexts === data.items.length ? "Search examples" : onTossups === data.items.length ? "Search questions" : onClaims === 0 ? "Search questions and paragraphs" : onClaims === data.items.length ? "Search claims" : "Search questions, paragraphs and claims";
  const search = element("input", { class: "search", type: "search", placeholder: `${searched}  /`, "aria-label": searched,
    on: { input: () => { state.query = search.value; render(); } } });
  const previous = element("button", { class: "turn", type: "button", "aria-label": "Previous example (k)", on: { click: () => turn(-1) } }, "‹ Previous", element("kbd", {}, "k"));
  const next = element("button", { class: "turn", type: "button", "aria-label": "Next example (j)", on: { click: () => turn(1) } }, element("kbd", {}, "j"), "Next ›");
  const position = element("span", { class: "position", role: "status" });
  const facetBox = element("div", { class: "facets" });
  const list = element("ol", { class: "list", "aria-label": "Examples found" });
  const stage = element("div", { class: "stage" });
  const keys = [["j", "next example"], ["k", "previous example"], ["/", "search"], ["f", "to the filters"], ["?", "this help"], ["Esc", "leave search or help"]];
  const help = element("dialog", { "aria-label": "Keys" },
    element("h3", {}, "Keys"),
    element("dl", {}, ...keys.flatMap(([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)])),
    element("p", { class: "aside" }, "Numbers at filters count what systems answered: a variant that three of them met counts three times. The address of the page holds what you see: copy it to send this view."),
    element("button", { class: "turn", type: "button", on: { click: () => help.close() } }, "Close"));
  const helpButton = element("button", { class: "links", type: "button", on: { click: () => help.showModal() } }, "Keys: ?");

  const chips = () => {
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.chip : undefined;
    facetBox.replaceChildren(...usable.map((facet) => {
      const counts = new Map();
      data.items.forEach((item, place) => { if (matches(place, facet)) 
        for (const answer of item.answers) if (fits(item, answer, facet)) counts.set(facet.of(item, answer), (counts.get(facet.of(item, answer)) || 0) + 1); });
      const chosen = state.chosen.get(facet.key);
      return element("fieldset", { class: "facet" }, element("legend", {}, facet.title), ...facet.values.map((value) => {
        const known = facet.key === "outcome" ? outcomeOf.get(value) : null;
        return element("button", { class: "chip", type: "button", "aria-pressed": String(chosen.has(value)), "data-chip": `${facet.key}=${value}`,
          title: known ? known.meaning : undefined,
          on: { click: () => { if (!chosen.delete(value)) chosen.add(value); render(); } } },
          known ? sign(value) : null, known ? known.word : value, " ", element("span", { class: "many" }, String(counts.get(value) || 0)));
      }));
    }));
    if (focused) for (const chip of facetBox.querySelectorAll(".chip")) if (chip.dataset.chip === focused) chip.focus();
  };
  const entries = (current) => {
    const first = Math.floor(current / PAGE) * PAGE;
    list.replaceChildren(...shown.slice(first, first + PAGE).map((place, i) => {
      const item = data.items[place], number = fitting(item), { outcome } = item.answers[number];
      return element("li", {}, element("button", { type: "button", "aria-current": first + i === current ? "true" : undefined, title: outcomeOf.get(outcome).word,
        on: { click: () => { state.at = addressOf(item, number); render(); } } },
        sign(outcome), element("span", {}, data.texts[item.question])));
    }));
  };
  // The answer that the address names, else the first that fits what was chosen.
  const numberAt = (item) => item.answers.findIndex((_, number) => addressOf(item, number) === state.at);
  const fitting = (item) => Math.max(0, item.answers.findIndex((answer) => fits(item, answer)));
  const current = () => Math.max(0, shown.findIndex((place) => numberAt(data.items[place]) >= 0));
  const render = (writes = true) => {
    shown = [];
    for (let place = 0; place < data.items.length; place++) if (matches(place)) shown.push(place);
    chips();
    if (search.value !== state.query) search.value = state.query;
    const at = current();
    const item = shown.length ? data.items[shown[at]] : null;
    const named = item ? numberAt(item) : -1, number = named < 0 && item ? fitting(item) : named;
    state.at = item ? addressOf(item, number) : "";
    previous.disabled = !item || at === 0;
    next.disabled = !item || at === shown.length - 1;
    position.textContent = item ? `${at + 1} of ${shown.length}` : "none";
    entries(at);
    stage.replaceChildren(item ? article(item, number) : element("p", { class: "empty" }, "No example is like that. Take a filter away, or search for something else."));
    for (const text of stage.querySelectorAll(".text")) {
      if (text.scrollHeight <= text.clientHeight + 1) continue;
      text.classList.add("long");
      const mark = text.querySelector(".said:not(.right)") || text.querySelector("ins") || text.querySelector(".said");
      if (mark) text.scrollTop = mark.offsetTop - text.offsetTop - text.clientHeight / 2;
    }
    if (writes) writeAddress();
  };
  const turn = (step) => {
    const to = current() + step;
    if (to < 0 || to >= shown.length) return;
    const next = data.items[shown[to]];
    state.at = addressOf(next, fitting(next));
    render();
    const box = home.getBoundingClientRect();
    if (box.top > innerHeight * 0.6 || box.bottom < innerHeight * 0.2) document.getElementById("browser").scrollIntoView();
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target === search) { if (event.key === "Escape" || event.key === "Enter") search.blur(); return; }
    const chip = facetBox.querySelector(".chip");
    const actions = { j: () => turn(1), k: () => turn(-1), "/": () => search.focus(), f: () => chip && chip.focus(), "?": () => help.showModal() };
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  const holdsState = () => location.hash.includes("=");
  addEventListener("hashchange", () => { if (holdsState()) { readAddress(); render(false); } });

  home.append(
    element("div", { class: "controls" }, facetBox,
      element("div", { class: "row" }, search, helpButton, position, previous, next)),
    element("div", { class: "desk" }, list, stage), help);
  home.hidden = false;
  if (holdsState()) readAddress();
  else if (data.items.length) state.at = addressOf(data.items[data.first[0]], data.first[1]);
  render(holdsState());
})();
