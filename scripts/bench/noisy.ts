import { readFileSync, writeFileSync } from "node:fs";

/** Copies the first entries of a HAR and changes the type of up to `violations` values in each response body. */
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
    const invalid = JSON.parse(response.content.text, (_, value: unknown) => {
      if (left === 0 || typeof value === "object") return value;
      left -= 1;
      return typeof value === "string" ? 7 : "seven";
    });
    response.content.text = JSON.stringify(invalid);
  }
  writeFileSync(to, JSON.stringify(har));
}
