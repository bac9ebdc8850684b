import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { finishPages } from "./finish-pages.mjs";

const site = JSON.parse(readFileSync(new URL("./site.json", import.meta.url), "utf8"));

// DOCS_SITE (such as https://user.github.io) and DOCS_BASE (such as /project/) say where the site will be.
export default defineConfig({
  site: process.env.DOCS_SITE || site.site || undefined,
  base: process.env.DOCS_BASE || site.base || "/",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  markdown: { smartypants: false },
  // Small scripts would otherwise be inlined, which the Content-Security-Policy forbids.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: site.title,
      description: site.description,
      sidebar: site.sidebar,
      customCss: ["./src/site.css"],
      components: { MarkdownContent: "./src/components/page-content.astro" },
      // Wrapped code needs no scrolling, which a keyboard could not reach.
      expressiveCode: { defaultProps: { wrap: true } },
      lastUpdated: false,
      credits: false,
    }),
    finishPages(),
  ],
});
