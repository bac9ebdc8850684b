/**
 * Whole runs of the probe against small services, correct and with defects: each request, each response, each finding. The
 * expected texts are read by people: a new line is a new request or a new finding.
 */
import { expect, test } from "vitest";
import { createEcho, ECHO_SPEC, ECHO_WORKFLOWS } from "./echo.js";
import { createEvents } from "./events.js";
import { createListing, LISTING_SPEC } from "./listing.js";
import { createNotes, NOTES_SPEC } from "./notes.js";
import { runTranscript, type TranscriptOptions, withToken } from "./run-transcript.js";
import { createSearch, SEARCH_SPEC } from "./search.js";
import { createSession, SESSION_SPEC, WEB_TOKEN } from "./session.js";
import { createShopEvents } from "./shop-events.js";

const LISTING = { spec: LISTING_SPEC, parameters: { shop: ["s"] } };
const NOTES = { spec: NOTES_SPEC, otherCredentials: { get: async () => withToken("other"), invalidate: () => false } };
const SEARCH = {
  spec: SEARCH_SPEC,
  parameters: { text: ["ab"] },
  phases: ["examples", "boundaries", "negatives"],
} as const;
const SESSION = { spec: SESSION_SPEC, credentials: { get: async () => withToken(WEB_TOKEN), invalidate: () => false } };

/** Each service with a group of defects that do not hide each other. Without defects, the whole transcript is expected. */
const listRuns = (): readonly TranscriptOptions[] => [
  { ...LISTING, service: createListing() },
  ...[
    createListing("state filter shows others", "startAt ignored", "wrong count", "item differs"),
    createListing("tags filter leaves one out", "endAt ignored", "If-Modified-Since ignored", "unknown id found"),
    createListing("two filters apply only the first", "short pages", "item fails"),
    createListing("filter lost on the next page", "last page lost", "an item twice"),
    createListing("limit ignored"),
    createListing("foreign next link"),
    createListing("a page again"),
    createListing("nothing with small pages"),
  ].map((service) => ({ ...LISTING, service, isShort: true })),
  { ...NOTES, service: createNotes() },
  ...[
    createNotes(
      "create shows another text",
      "pin shown",
      "patch ignored",
      "no credentials needed",
      "other tenant may read",
    ),
    createNotes("put not shown", "replay creates again", "any token accepted", "other tenant may delete"),
    createNotes("read shows another text", "replay differs", "credentials checked last", "delete keeps the note"),
    createNotes("deleted note can be changed", "delete keeps the parts", "refused write applied"),
    createNotes("create loses the note", "replay for another body"),
    createNotes("new note not listed"),
  ].map((service) => ({ ...NOTES, service, isShort: true })),
  createEvents(),
  ...[
    createEvents("wrong hook", "link to nothing", "undeclared type"),
    createEvents("wrong state", "link to no operation", "query of the URL dropped"),
    createEvents("times backwards"),
    createEvents("another payload in the repetition"),
    createEvents("hook refused"),
  ].map((events) => ({ ...events, isShort: true })),
  { ...SEARCH, service: createSearch() },
  ...[
    createSearch(
      "accepts long texts",
      "refuses size 10",
      "fails for long names",
      "refuses kind b",
      "refuses a charset",
    ),
    createSearch("fails at size 1", "closes for size 11", "refuses page tokens", "too many requests"),
    createSearch("accepts everything", "ignores credentials"),
    createSearch("refuses every second request"),
    createSearch("unavailable at first"),
  ].map((service) => ({ ...SEARCH, service, isShort: true })),
  { ...SEARCH, service: createSearch(), phases: ["random"] },
  { ...SEARCH, service: createSearch(), safe: true, limits: { maxRequests: 30, maxTimeMs: 60_000 } },
  { ...SEARCH, service: createSearch("refuses size 10"), caseId: "boundaries/search/query.size/at-maximum" },
  { ...SESSION, service: createSession() },
  { ...SESSION, service: createSession("issued token rejected", "changed token accepted", "redirects") },
  { ...SESSION, service: createSession("unsigned token accepted", "not gzip", "token expires"), isShort: true },
  {
    ...SESSION,
    service: createSession("token expires"),
    credentials: { get: async () => withToken("key"), invalidate: () => true },
  },
  { ...SESSION, service: createSession("earlier token ended", "charset refused"), isShort: true },
  { ...SESSION, service: createSession("earlier token ended, no lifetime"), isShort: true },
  { spec: ECHO_SPEC, service: createEcho(0), workflows: ECHO_WORKFLOWS },
  createStopped(40),
  ...[
    createEvents("later hook without events", "events of rejected writes"),
    createEvents("two events for a change"),
    createShopEvents(),
    createShopEvents("all hooks are of the first shop"),
    createShopEvents("hooks get the events of all shops"),
  ].map((events) => ({ ...events, isShort: true })),
];

// A service keeps a state, so each test makes its own.
test.each(listRuns().map((_, at) => at))("run %s", async (at) => {
  expect(await runTranscript(listRuns()[at] as TranscriptOptions)).toMatchSnapshot();
});

/** A run that its user stops at a request. */
function createStopped(requests: number): TranscriptOptions {
  const stop = new AbortController();
  const service = createSearch();
  let count = 0;
  return {
    ...SEARCH,
    signal: stop.signal,
    service: (request) => {
      count += 1;
      if (count === requests) stop.abort();
      return service(request);
    },
  };
}
