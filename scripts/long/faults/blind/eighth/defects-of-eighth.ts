import type { Defect } from "../defect.js";
import { ACCESS_OF_EIGHTH } from "./access-of-eighth.js";
import { CHANGES_OF_EIGHTH } from "./changes-of-eighth.js";
import { EVENTS_OF_EIGHTH } from "./events-of-eighth.js";
import { FILTERS_OF_EIGHTH } from "./filters-of-eighth.js";
import { PAGES_OF_EIGHTH } from "./pages-of-eighth.js";
import { REQUESTS_OF_EIGHTH } from "./requests-of-eighth.js";
import { STORED_VALUES_OF_EIGHTH } from "./stored-values-of-eighth.js";
import { UPDATES_OF_EIGHTH } from "./updates-of-eighth.js";

/** Defects of an eighth author, who knew neither the probe nor the other sets. */
export const EIGHTH: readonly Defect[] = [
  ...STORED_VALUES_OF_EIGHTH,
  ...UPDATES_OF_EIGHTH,
  ...FILTERS_OF_EIGHTH,
  ...PAGES_OF_EIGHTH,
  ...CHANGES_OF_EIGHTH,
  ...REQUESTS_OF_EIGHTH,
  ...ACCESS_OF_EIGHTH,
  ...EVENTS_OF_EIGHTH,
];
