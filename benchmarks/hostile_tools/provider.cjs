// A provider for promptfoo that misbehaves where the trap is, as its configuration says.
const items = JSON.parse(process.env.HOSTILE_ITEMS);

module.exports = class {
  constructor(options) {
    this.way = options.config.way;
  }

  id() {
    return "hostile";
  }

  async callApi(prompt) {
    const output = items.find((item) => item.input === prompt).said;
    if (!prompt.includes("trap")) return { output };
    if (this.way === "raises-exception") throw new Error();
    if (this.way === "exits-at-once") process.exit(0);
    if (this.way === "hangs-asleep") await new Promise((resolve) => setTimeout(resolve, 3600000));
    if (this.way === "returns-none") return undefined;
    if (this.way === "returns-number") return 0.9;
    if (this.way === "says-nothing") return { output: "" };
    return { output };
  }
};
