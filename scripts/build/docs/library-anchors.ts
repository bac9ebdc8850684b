import { posix } from "node:path";

/** Points each link of a type to the heading of its name. TypeDoc counts headings that it does not write. */
export function correctAnchors(pages: ReadonlyMap<string, string>): Map<string, string> {
  const anchors = new Map([...pages].map(([name, text]) => [name, readAnchors(text)]));
  return new Map(
    [...pages].map(([name, text]) => [
      name,
      text.replaceAll(/\[(`?)(\w+)\1\]\(([^()#]*)#[\w-]+\)/g, (whole, mark: string, type: string, file: string) => {
        const target = file === "" ? name : posix.join(posix.dirname(name), file);
        const anchor = anchors.get(target)?.get(type);
        return anchor === undefined ? whole : `[${mark}${type}${mark}](${file}#${anchor})`;
      }),
    ]),
  );
}

/** Returns the anchor of each heading of the third level, as Astro makes them: repeated ones are numbered. */
function readAnchors(text: string): Map<string, string> {
  const counts = new Map<string, number>();
  const anchors = new Map<string, string>();
  for (const [, level = "", heading = ""] of text.matchAll(/^(#{1,6}) (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    if (level.length === 3 && !anchors.has(heading)) anchors.set(heading, count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}
