export { createSiteFiles, type SiteOptions } from "./site-files.js";
export type { SitePage } from "./site-page.js";
export { createSpecPages } from "./spec-pages.js";
export { createWrittenPages } from "./written-pages.js";
