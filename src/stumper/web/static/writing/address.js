// The addresses of one project's writing: of examples that are changed, or of tossups that are composed.

export function addresses(project, composes) {
  const api = `/api/v1/projects/${project}`;
  const pages = `/projects/${project}/${composes ? "tossups" : "write"}`;
  const held = (what) => (assignment) => `${api}/assignments/${assignment}/${composes ? "tossup/" : ""}${what}`;
  return {
    open: (item) => `${api}/${composes ? "tossups" : "items"}/${item}/open`,
    draft: held("draft"),
    predict: held("predict"),
    hear: held("hear"),
    place: held("place"),
    weights: held("weights"),
    submit: held("submit"),
    done: held("done"),
    answers: (typed, isWhole) => `${api}/tossups/answers?typed=${encodeURIComponent(typed)}&whole=${isWhole}`,
    past: (answer) => `${api}/tossups/past?answer=${encodeURIComponent(answer)}`,
    begin: `${api}/tossups`,
    one: (item) => `${api}/tossups/${item}`,
    answer: (item) => `${api}/tossups/${item}/answer`,
    items: pages,
    item: (item) => `${pages}/${item}`,
  };
}

// A name for one press of a button.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
