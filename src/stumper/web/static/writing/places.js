// The elements of the page that each part draws into.

import { byId } from "./elements.js";

export function verdict() {
  return {
    box: byId("verdict"), sign: byId("sign"), word: byId("word"), about: byId("about"), rows: byId("guesses"),
    news: byId("news"),
  };
}

export function comparison() {
  return { text: byId("compared"), count: byId("count"), choices: [...document.getElementsByName("view")] };
}

export function weights() {
  return { pointed: byId("pointed"), how: byId("how"), rows: byId("weights"), question: byId("question") };
}

export function timer() {
  return { box: byId("timer"), time: byId("time"), news: byId("news") };
}

export function fooled() {
  return {
    box: byId("fooled"), cost: byId("cost"), bars: byId("cost-bars"),
    before: { meter: byId("before"), number: byId("before-number") },
    after: { meter: byId("after"), number: byId("after-number") },
    types: byId("types"), said: byId("submit-said"), list: byId("submissions"), empty: byId("no-submissions"),
    button: byId("submit"),
  };
}
