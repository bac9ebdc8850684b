/** The attacks for every server line of the catalogue (reference, section 8), or the reason why there is none. */
import type { Attack } from "./attack.js";
import { ASSIGNMENT_LINES } from "./lines/assignment.js";
import { BUSINESS_LINES } from "./lines/business.js";
import { CONNECTION_LINES } from "./lines/connections.js";
import { DELIVERY_LINES } from "./lines/deliveries.js";
import { HEADER_LINES } from "./lines/headers.js";
import { HTTP_LINES } from "./lines/http.js";
import { JSON_LINES } from "./lines/json.js";
import { OAUTH_LINES } from "./lines/oauth.js";
import { PATCH_LINES } from "./lines/patch.js";
import { QUERY_LINES } from "./lines/query.js";
import { SECRET_LINES } from "./lines/secrets.js";
import { TOKEN_LINES } from "./lines/tokens.js";
import { WEBHOOK_LINES } from "./lines/webhooks.js";

export const ATTACKS: readonly Attack[] = [
  ...[
    ...TOKEN_LINES,
    ...OAUTH_LINES,
    ...HEADER_LINES,
    ...BUSINESS_LINES,
    ...ASSIGNMENT_LINES,
    ...PATCH_LINES,
    ...JSON_LINES,
  ],
  ...[...CONNECTION_LINES, ...HTTP_LINES, ...QUERY_LINES, ...WEBHOOK_LINES, ...DELIVERY_LINES, ...SECRET_LINES],
];

/** Number of lines per section. */
const SECTIONS = { J: 32, O: 14, B: 12, M: 8, P: 16, D: 20, H: 18, Q: 12, W: 16 } as const;
/** The lines of S for specs, recordings and the command line have their own tests. */
const OF_S = ["S16", "S17", "S18", "S19"];

export const LINES: readonly string[] = [
  ...Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}${index + 1}`),
  ),
  ...OF_S,
];

/** Lines without a target here. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  B10: "deliveries are replayed at the admin address alone, which is the operator's and knows no tenants (B11 guards it)",
  S18: "a sandbox writes neither CSV nor Markdown",
};
