// The addresses of one project's tossups.

export function addresses(project) {
  const api = `/api/v1/projects/${project}`;
  const pages = `/projects/${project}/tossups`;
  const held = (assignment, what) => `${api}/assignments/${assignment}/tossup/${what}`;
  return {
    answers: (typed, isWhole) => `${api}/tossups/answers?typed=${encodeURIComponent(typed)}&whole=${isWhole}`,
    past: (answer) => `${api}/tossups/past?answer=${encodeURIComponent(answer)}`,
    begin: `${api}/tossups`,
    one: (item) => `${api}/tossups/${item}`,
    answer: (item) => `${api}/tossups/${item}/answer`,
    open: (item) => `${api}/tossups/${item}/open`,
    draft: (assignment) => held(assignment, "draft"),
    hear: (assignment) => held(assignment, "hear"),
    place: (assignment) => held(assignment, "place"),
    weights: (assignment) => held(assignment, "weights"),
    submit: (assignment) => held(assignment, "submit"),
    own: pages,
    item: (item) => `${pages}/${item}`,
  };
}
