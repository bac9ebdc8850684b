export { BUILT_IN_CLIENT, createReference, type Reference, type ReferenceOptions } from "./reference-files.js";
export { createSiteFiles, type SiteOptions } from "./site-files.js";
export { createWrittenPages, type SitePage } from "./written-pages.js";
