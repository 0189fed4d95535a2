// The addresses of one project's writing.

export function addresses(project) {
  const api = `/api/v1/projects/${project}`;
  const pages = `/projects/${project}/write`;
  return {
    open: (item) => `${api}/items/${item}/open`,
    draft: (assignment) => `${api}/assignments/${assignment}/draft`,
    predict: (assignment) => `${api}/assignments/${assignment}/predict`,
    weights: (assignment) => `${api}/assignments/${assignment}/weights`,
    submit: (assignment) => `${api}/assignments/${assignment}/submit`,
    done: (assignment) => `${api}/assignments/${assignment}/done`,
    items: pages,
    item: (item) => `${pages}/${item}`,
  };
}

// A name for one press of a button.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
