/** Cases of what a living service does over several requests: `test/probe/codes/<code>.yaml`, a good story and a bad one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Disagreement } from "../../src/checks/index.js";
import { ownParts } from "../../src/exchange/index.js";
import { type Contract, loadContract } from "../../src/gate/index.js";
import type { CaseRequest, Edit } from "../../src/probe/case.js";
import { judgeAnswer, judgeCredentials, judgeRejection } from "../../src/probe/judges/answer.js";
import { filterBy, judgeFilter } from "../../src/probe/judges/filter.js";
import { judgeCount, judgeLink, judgeRepeats, judgeSize, judgeWhole } from "../../src/probe/judges/listing.js";
import { judgeInvented, judgeReplay, judgeSame, judgeSecret, judgeWritten } from "../../src/probe/judges/resource.js";
import { judgeDelivered } from "../../src/probe/judges/webhook.js";
import type { Asked } from "../../src/probe/story.js";

type Values = Readonly<Record<string, unknown>>;
type Step = {
  readonly operation?: string;
  readonly query?: Values;
  readonly header?: Readonly<Record<string, string>>;
  readonly send?: unknown;
  readonly status?: number;
  readonly body?: unknown;
  readonly incomplete?: string;
  /** A delivery of the service to the probe. */
  readonly event?: boolean;
};
type LiveCase = {
  readonly operation: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly filter?: string;
  readonly edit?: Omit<Edit, "contract">;
  readonly good: readonly Step[];
  readonly bad: readonly Step[];
};

const FOLDER = join(import.meta.dirname, "codes");
export const LIVE_SPEC = "spec/openapi.yaml";
export const liveCodes = (): string[] =>
  readdirSync(FOLDER).map((name) => name.replace(/\.yaml$/, "").replace(/^(\w+)-(\w+)-/, "$1.$2."));

let loaded: Contract | undefined;
export function liveContract(): Contract {
  loaded ??= loadContract(join(import.meta.dirname, "../..", LIVE_SPEC), { servers: ["https://service.example"] });
  return loaded;
}

const first = (judge: (...story: Asked[]) => Disagreement | undefined) => (story: readonly Asked[]) => judge(...story);

/** What each code is told by. */
const JUDGES: Readonly<Record<string, (story: readonly Asked[], it: LiveCase) => Disagreement | undefined>> = {
  "exchange.answer.missing": first(judgeAnswer as never),
  "exchange.request.failed": first(judgeAnswer as never),
  "exchange.valid.rejected": first(judgeRejection as never),
  "exchange.security.unchecked": first(judgeCredentials as never),
  "exchange.resource.invented": first(judgeInvented as never),
  "exchange.resource.differs": first(judgeSame as never),
  "exchange.write.lost": first(judgeWritten as never),
  "exchange.replay.differs": first(judgeReplay as never),
  "exchange.page.repeated": (story) => judgeRepeats(story),
  "exchange.page.incomplete": ([whole, part]) => (whole && part ? judgeWhole([whole], [part]) : undefined),
  "exchange.page.link": ([page]) => page && judgeLink(page),
  "exchange.page.count": first(judgeCount as never),
  "exchange.limit.ignored": first(judgeSize as never),
  "exchange.filter.ignored": ([asked], { filter: name }) => {
    const parameter = asked?.operation.parameters.find((it) => it.name === name);
    const filter = asked && parameter && filterBy(asked.document, asked.operation, parameter);
    return asked && filter && judgeFilter(asked, filter, undefined);
  },
  "exchange.secret.shown": first(judgeSecret as never),
  "exchange.webhook.undelivered": first(judgeDelivered as never),
};

export type LiveStory = { readonly asked: readonly Asked[]; readonly said: Disagreement | undefined };

/** Both stories of a code, and what its judge says of them. */
export function liveStories(code: string): { readonly good: LiveStory; readonly bad: LiveStory } {
  const it = parse(readFileSync(join(FOLDER, `${code.replaceAll(".", "-")}.yaml`), "utf8")) as LiveCase;
  const story = (steps: readonly Step[]): LiveStory => {
    const asked = steps.map((step) => askedOf(it, step));
    return { asked, said: JUDGES[code]?.(asked, it) };
  };
  return { good: story(it.good), bad: story(it.bad) };
}

const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";

function askedOf(it: LiveCase, step: Step): Asked {
  const { document, operations } = liveContract();
  const operation = operations.find(({ id }) => id === (step.operation ?? it.operation));
  if (operation === undefined) throw new Error(`there is no operation ${step.operation ?? it.operation}`);
  const values: Values = { businessId: BUSINESS, ...it.path };
  const query = step.operation === undefined ? { ...it.query, ...step.query } : { ...step.query };
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const json = [["Content-Type", "application/json"]] as const;
  const request: CaseRequest = {
    ...{ path: values, query, header: step.header ?? {}, cookie: {} },
    ...(step.send === undefined ? {} : { body: { contentType: "application/json", value: step.send } }),
  };
  const text = (value: unknown) =>
    value === undefined ? ({ kind: "none" } as const) : ({ kind: "text", text: JSON.stringify(value) } as const);
  return {
    document,
    operation,
    request,
    ...(it.edit === undefined ? {} : { edit: { ...it.edit, contract: placeOf(operation, it.edit.at) } }),
    exchange: {
      request: {
        method: operation.method,
        url: `https://service.example${path}${search === "" ? "" : `?${search}`}`,
        headers: Object.entries(step.header ?? {}),
        body: text(step.send),
      },
      response: { status: step.status ?? 0, headers: step.body === undefined ? [] : [...json], body: text(step.body) },
      origin: { source: "https://service.example", index: 0, pointer: "/0", parts: ownParts },
      ...(step.event === true ? { webhook: {} } : {}),
      ...(step.incomplete === undefined ? {} : { incomplete: step.incomplete }),
    },
  };
}

function placeOf(operation: Asked["operation"], name: string): string {
  return operation.parameters.find((it) => it.name === name)?.pointer ?? operation.securityPointer;
}
