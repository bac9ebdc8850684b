/** What each judge of a living service finds in a story, with its whole message, and where it finds nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Disagreement } from "../../../src/checks/index.js";
import type { Json } from "../../../src/document/index.js";
import { type Body, ownParts } from "../../../src/exchange/index.js";
import { loadContract } from "../../../src/gate/index.js";
import type { Edit } from "../../../src/probe/case.js";
import { judgeAnswer, judgeCredentials, judgeRejection } from "../../../src/probe/judges/answer.js";
import { filterBy, judgeFilter, judgeWindow } from "../../../src/probe/judges/filter.js";
import { judgeCount, judgeLink, judgeRepeats, judgeSize, judgeWhole } from "../../../src/probe/judges/listing.js";
import {
  judgeInvented,
  judgeReplay,
  judgeSame,
  judgeSecret,
  judgeWritten,
} from "../../../src/probe/judges/resource.js";
import { judgeDelivered } from "../../../src/probe/judges/webhook.js";
import type { Asked } from "../../../src/probe/story.js";

type Step = {
  readonly ask?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly send?: unknown;
  readonly status?: number;
  /** The URL of the next page, in a Link header. */
  readonly link?: string;
  readonly encoding?: string;
  readonly body?: unknown;
  readonly incomplete?: string;
  /** A delivery of the service. */
  readonly event?: boolean;
};

type Case = {
  readonly judge: string;
  readonly edit?: Edit;
  readonly all?: readonly Json[];
  readonly from?: string;
  readonly to?: string;
  readonly story: readonly Step[];
  readonly says?: string;
};

const { document, operations } = loadContract(join(import.meta.dirname, "description.yaml"));
const FILES = ["listing.yaml", "filters.yaml", "resources.yaml", "answers.yaml"];
const cases = FILES.flatMap((file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly Case[]);

type Judging = (story: readonly [Asked, ...Asked[]], it: Case) => Disagreement | undefined;
const JUDGES: Readonly<Record<string, Judging>> = {
  size: ([asked]) => judgeSize(asked),
  count: ([asked]) => judgeCount(asked),
  link: ([asked, ...earlier]) => judgeLink(asked, earlier),
  repeats: (pages) => judgeRepeats(pages),
  whole: ([whole, ...parts]) => judgeWhole([whole], parts),
  window: ([asked], bounds) => judgeWindow(asked, bounds),
  written: ([write, read = write]) => judgeWritten(write, read),
  same: ([listing, single = listing]) => judgeSame(listing, single),
  invented: ([asked]) => judgeInvented(asked),
  replay: ([first, second = first]) => judgeReplay(first, second),
  secret: ([write]) => judgeSecret(write),
  delivered: ([hook, ...after]) => judgeDelivered(hook, ...after),
  answer: ([asked]) => judgeAnswer(asked),
  credentials: ([good, asked = good]) => judgeCredentials(good, asked),
  rejection: ([before, asked = before, again = before, after = before]) => judgeRejection(before, asked, again, after),
  filter: ([asked], { judge, all }) => {
    const parameter = asked.operation.parameters.find(({ name }) => judge === `filter ${name}`);
    const filter = parameter && filterBy(document, asked.operation, parameter);
    return filter && judgeFilter(asked, filter, all);
  },
};

test.each(cases.map((it) => [JSON.stringify(it), it] as const))("%s", (_, it) => {
  const [first, ...others] = it.story.map((step) => askedOf(step, it.edit));
  if (first === undefined) throw new Error("a story has a request");
  const said = JUDGES[it.judge.split(" ")[0] ?? ""]?.([first, ...others], it);
  expect(said && told(said)).toEqual(it.says);
});

function told({ code, message, part, at, contract, valueClass, occurrences }: Disagreement): string {
  return `${code}: ${message} (${part}${at}, ${contract}, ${occurrences} ${valueClass})`;
}

function askedOf(step: Step, edit: Edit | undefined): Asked {
  const { ask = "listThings", path = {}, query = {}, send, status = 200, link, encoding, body, incomplete } = step;
  const operation = operations.find(({ id }) => id === ask);
  if (operation === undefined) throw new Error(`there is no operation ${ask}`);
  const contentType = operation.requestBody?.content[0]?.range ?? "application/json";
  const search = new URLSearchParams(Object.entries(query).map(([name, it]): [string, string] => [name, String(it)]));
  const url = `https://service.example/v1${operation.path.replace("{id}", path.id ?? "")}`;
  const written: Body = send === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(send) };
  const bytes: Body =
    body === undefined ? { kind: "none" } : { kind: "bytes", bytes: Buffer.from(JSON.stringify(body)) };
  return {
    ...{ document, operation, ...(edit && { edit }) },
    request: { path, query, header: {}, cookie: {}, ...(send !== undefined && { body: { contentType, value: send } }) },
    exchange: {
      request: {
        method: operation.method,
        url: search.size === 0 ? url : `${url}?${search}`,
        headers: [],
        body: written,
      },
      response: {
        status: incomplete === undefined ? status : 0,
        headers: [
          ["Content-Type", "application/json"],
          ...(link === undefined ? [] : [["Link", `<${link}>; rel="next"`] as const]),
          ...(encoding === undefined ? [] : [["Content-Encoding", encoding] as const]),
        ],
        body: bytes,
      },
      origin: { source: "https://service.example", index: 0, pointer: "/0", parts: ownParts },
      ...(step.event && { webhook: {} }),
      ...(incomplete !== undefined && { incomplete }),
    },
  };
}
