import type { Page } from "playwright-core";

/** The minimum contrast of normal text in WCAG 2.2, level AA (1.4.3). Large text can have less. */
export const LEAST = 4.5;

export type Contrast = { readonly ratio: number; readonly text: string; readonly colours: string };

/** Returns the contrast between each text of a page and its background, with all elements open, one per pair of colours. */
export async function contrasts(page: Page): Promise<readonly Contrast[]> {
  const painted = (await page.evaluate(`(() => {
    for (const it of document.querySelectorAll("details")) it.open = true;
    // During a transition, the colours are not final.
    for (const it of document.getAnimations()) it.cancel();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const pairs = new Map();
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() === "" || element.closest("script, [hidden]")) continue;
      let behind = element;
      const background = () => getComputedStyle(behind).backgroundColor;
      while (background() === "rgba(0, 0, 0, 0)" && behind.parentElement) behind = behind.parentElement;
      const colours = getComputedStyle(element).color + " on " + background();
      if (!pairs.has(colours)) pairs.set(colours, walker.currentNode.data.trim().slice(0, 40));
    }
    return [...pairs];
  })()`)) as readonly (readonly [colours: string, text: string])[];
  return painted.map(([colours, text]) => {
    const [ink, paper] = colours.split(" on ");
    return { ratio: contrast(parse(ink), parse(paper)), text, colours };
  });
}

type Colour = readonly [red: number, green: number, blue: number];

/** Returns the contrast ratio of WCAG 2.2, from 1 (equal colours) to 21 (black on white). */
export function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Parses `rgb(1, 2, 3)` or `#010203`. */
export function parse(text = ""): Colour {
  const parts = text.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
    : (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(text)?.slice(1).map(Number) ?? []);
  const [red, green, blue] = parts;
  if (red === undefined || green === undefined || blue === undefined || parts.some(Number.isNaN))
    throw new Error(`${text}: no colour that can be seen`);
  return [red, green, blue];
}
