import { type Markup, markup } from "../formatting/markup.js";
import { REPORT_STYLE, REPORT_STYLE_HASH } from "./page/built-page.js";

/** Renders the start of a page up to its body. Its content security policy allows only the inline style and one inline script. */
export function renderPageHead(title: string, scriptHash?: string): Markup {
  const policy = [
    "default-src 'none'",
    `style-src '${REPORT_STYLE_HASH}'`,
    ...(scriptHash === undefined ? [] : [`script-src '${scriptHash}'`]),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: REPORT_STYLE }}</style>
</head>
`;
}
