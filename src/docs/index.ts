export {
  BUILT_IN_CLIENT,
  createReference,
  getVersion,
  type Reference,
  type ReferenceOptions,
  type SpecVersion,
} from "./reference-files.js";
export { createSiteFiles, type SiteOptions } from "./site-files.js";
export { createWrittenPages, type SitePage } from "./written-pages.js";
