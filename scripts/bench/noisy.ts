import { readFileSync, writeFileSync } from "node:fs";

/** A HAR as another one, with the first orders of it broken in about so many places each: every text becomes a number. */
export function writeNoisy(
  from: string,
  to: string,
  { entries, violations }: { entries: number; violations: number },
): void {
  const har = JSON.parse(readFileSync(from, "utf8")) as {
    log: { entries: { response: { content: { text: string } } }[] };
  };
  har.log.entries = har.log.entries.slice(0, entries);
  for (const { response } of har.log.entries) {
    let left = violations;
    const spoilt = JSON.parse(response.content.text, (_, value: unknown) => {
      if (left === 0 || typeof value === "object") return value;
      left -= 1;
      return typeof value === "string" ? 7 : "seven";
    });
    response.content.text = JSON.stringify(spoilt);
  }
  writeFileSync(to, JSON.stringify(har));
}
