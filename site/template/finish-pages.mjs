import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Forbids each built page to load or send anything elsewhere, and adds the pages of the reference to the sitemap. */
export function finishPages() {
  let address;
  return {
    name: "finish-pages",
    hooks: {
      "astro:config:done": ({ config }) => {
        address = config.site && new URL(config.base, config.site);
      },
      "astro:build:done": ({ dir }) => {
        const root = fileURLToPath(dir);
        const pages = readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".html"));
        const references = pages.filter((name) => isReference(join(root, name)));
        for (const name of pages) if (!references.includes(name)) addPolicy(join(root, name));
        if (address) addToSitemap(join(root, "sitemap-0.xml"), references, address);
      },
    },
  };
}

/** Astro's sitemap has only the pages that Astro made. */
function addToSitemap(file, names, address) {
  const urls = names.map((name) => new URL(name.replaceAll("\\", "/").replace(/index\.html$/, ""), address).href);
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`);
  writeFileSync(file, readFileSync(file, "utf8").replace("</urlset>", `${entries.join("")}</urlset>`));
}

/** The reference has a policy of its own, which allows requests to the servers of the spec. */
function isReference(file) {
  return /http-equiv="Content-Security-Policy"/.test(readFileSync(file, "utf8"));
}

function addPolicy(file) {
  const html = readFileSync(file, "utf8");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${formatPolicy(html)}">`;
  // The policy must come before the first script; the character set stays in the first 1024 bytes.
  writeFileSync(
    file,
    html.replace(/<meta charset="utf-8"\s*\/?>/i, (it) => it + meta),
  );
}

function formatPolicy(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>(.*?)<\/script>/gs)].filter(
    ([, attributes]) => !/type="application\//.test(attributes),
  );
  const hashes = new Set(inline.map(([, , code]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`));
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
