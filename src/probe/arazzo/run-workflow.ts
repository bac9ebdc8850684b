import type { CheckFinding } from "../../check/index.js";
import {
  asArray,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  parsePointer,
  setMember,
  tryParseJson,
} from "../../document/index.js";
import { isEqual, toPrintable } from "../../schema/index.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";
import {
  type ArazzoDocument,
  type ArazzoStep,
  type ArazzoWorkflow,
  listDependencies,
  listEntryWorkflows,
} from "./arazzo-document.js";
import {
  evaluateRuntimeExpression,
  evaluateValue,
  expandExpressions,
  selectJsonPath,
  type WorkflowState,
} from "./runtime-expression.js";

/** What workflows share: the results of those that ran, and the values that the user gave. */
type WorkflowRun = {
  readonly document: ArazzoDocument;
  readonly given: JsonObject;
  readonly results: Map<string, { readonly inputs: JsonObject; readonly outputs: JsonObject }>;
  readonly pause: (ms: number) => Promise<void>;
};

type WorkflowResult = {
  readonly outputs: JsonObject;
  /** The last exchange; undefined if no step was sent. */
  readonly exchange: ProbeExchange | undefined;
  readonly isFailed: boolean;
};

/** A `goto` may lead back, so the number of steps is limited. */
const MAX_STEPS = 100;
const MAX_RETRY_WAIT_S = 30;

/** Creates a task for each workflow that no other one calls. What it depends on runs first. */
export function createWorkflowTasks(
  document: ArazzoDocument,
  given: JsonObject,
  pause: WorkflowRun["pause"],
): ProbeTask[] {
  const run: WorkflowRun = { document, given, results: new Map(), pause };
  return listEntryWorkflows(document).map((workflow) => ({
    id: `stateful/arazzo/${workflow.id}`,
    run: async (session) => {
      for (const it of [...listDependencies(document, workflow), workflow])
        if (!run.results.has(it.id)) await runWorkflow(run, it, session);
    },
  }));
}

/** Runs the steps of a workflow, and reports the step whose success criteria are not met. */
async function runWorkflow(
  run: WorkflowRun,
  { id, steps, inputs: defaults, outputs }: ArazzoWorkflow,
  session: TaskSession,
  given: JsonObject = run.given,
): Promise<WorkflowResult> {
  const inputs = { ...defaults, ...given };
  const state: WorkflowState = {
    ...{ inputs, steps: new Map(), workflows: run.results, outputs: {}, exchange: undefined },
    ...{ sources: run.document.sources, self: run.document.self },
  };
  const retries = new Map<string, number>();
  let last: ProbeExchange | undefined;
  let isFailed = false;
  for (let at = 0, count = 0; at < steps.length; count += 1) {
    const step = steps[at];
    if (step === undefined) break;
    const sent = await runStep(run, { step, state }, session);
    last = sent.exchange ?? last;
    const after = { ...state, exchange: sent.exchange, outputs: sent.outputs };
    const unmet = step.successCriteria.find((it) => !isCriterionMet(it, after));
    isFailed = isStepFailed(step, sent, unmet);
    if (!isFailed) state.steps.set(step.id, evaluateOutputs(step.outputs, after));
    const action = (isFailed ? step.onFailure : step.onSuccess).find(({ criteria }) =>
      (asArray(criteria) ?? []).every((it) => isObject(it) && isCriterionMet(it, after)),
    );
    const next = await chooseNext(run, { steps, step, at, action, retries, isFailed }, session);
    const isEndless = count >= MAX_STEPS;
    // A failure for which the workflow has an action is a part of it.
    const isHandled = isFailed && next.isHandled && !isEndless;
    const failure = isFailed ? describeFailure(unmet, sent.exchange) : undefined;
    const reason = isEndless ? `more than ${MAX_STEPS} steps were run` : failure;
    const finding = { where: `workflow ${id}, step ${step.id}`, reason };
    if (!isHandled) reportStep(session, step, sent, finding);
    isFailed = next.isFailed ?? (isFailed && !isHandled);
    if (next.at === undefined || isEndless) break;
    at = next.at;
  }
  const results = evaluateOutputs(outputs, { ...state, exchange: last });
  run.results.set(id, { inputs, outputs: results });
  return { outputs: results, exchange: last, isFailed };
}

/** Reports a failure, also a status of 500 or higher. A workflow that the step runs has reported its own steps. */
function reportStep(
  { report }: TaskSession,
  { operation }: ArazzoStep,
  { exchange, isFailed }: WorkflowResult,
  { where, reason }: { readonly where: string; readonly reason: string | undefined },
): void {
  if (exchange === undefined) return;
  if (operation !== undefined) report(exchange, checkServiceResponse(exchange));
  if (reason !== undefined && !isFailed) report(exchange, checkWorkflowStep(exchange, { where, reason }));
}

/** Without criteria, the status decides. */
function isStepFailed({ successCriteria }: ArazzoStep, sent: WorkflowResult, unmet: JsonObject | undefined): boolean {
  const { status } = sent.exchange ?? { status: 0 };
  const isError = status >= 400 || status === 0;
  return sent.isFailed || unmet !== undefined || (successCriteria.length === 0 && isError);
}

type StepRun = { readonly step: ArazzoStep; readonly state: WorkflowState };

async function runStep(run: WorkflowRun, { step, state }: StepRun, session: TaskSession): Promise<WorkflowResult> {
  if (step.operation === undefined) {
    const target = run.document.workflows.find(({ id }) => id === step.workflowId);
    const given = Object.fromEntries(
      step.parameters.flatMap(({ name, value }): [string, Json][] => {
        const evaluated = evaluateValue(value as Json, state);
        return evaluated === undefined ? [] : [[String(name), evaluated]];
      }),
    );
    if (target === undefined) throw new Error(`unknown workflow ${step.workflowId}`);
    return runWorkflow(run, target, session, { ...run.given, ...given });
  }
  const request = buildStepRequest(step, step.operation, state);
  // A workflow may send credentials of its own.
  const hasCredentials = Object.keys(request.header).some((name) => /^authorization$/i.test(name));
  const exchange = await session.send({
    ...{ operation: step.operation, request },
    ...(hasCredentials ? { credentials: "none" } : {}),
  });
  return { outputs: {}, exchange, isFailed: false };
}

function buildStepRequest(step: ArazzoStep, operation: Operation, state: WorkflowState): CaseRequest {
  const request = { path: {}, query: {}, header: {}, cookie: {} } as Record<string, Record<string, Json>>;
  for (const { name, in: place, value } of step.parameters) {
    const evaluated = evaluateValue(value as Json, state);
    const values = request[place === "querystring" ? "query" : String(place)];
    if (values !== undefined && evaluated !== undefined) values[String(name)] = evaluated;
  }
  const body = step.requestBody === undefined ? {} : { body: buildStepBody(step.requestBody, operation, state) };
  return { ...(request as unknown as CaseRequest), ...body };
}

function buildStepBody(
  { contentType, payload, replacements }: JsonObject,
  operation: Operation,
  state: WorkflowState,
): NonNullable<CaseRequest["body"]> {
  const type = asString(contentType) ?? operation.requestBody?.content[0]?.range ?? "application/json";
  const evaluated = evaluateValue(payload ?? null, state) ?? null;
  const isTemplate = typeof payload === "string" && !payload.startsWith("$") && /json/i.test(type);
  const parsed = isTemplate ? tryParseJson(String(evaluated)) : evaluated;
  if (parsed === undefined) return { contentType: type, text: String(evaluated) };
  let value: Json = parsed;
  for (const it of asArray(replacements) ?? [])
    if (isObject(it))
      value = setMember(value, parsePointer(String(it.target)), evaluateValue(it.value as Json, state) ?? null);
  return typeof value === "string" && !/json/i.test(type)
    ? { contentType: type, text: value }
    : { contentType: type, value };
}

function evaluateOutputs(outputs: JsonObject, state: WorkflowState): JsonObject {
  const evaluated = evaluateValue(outputs, state);
  return isObject(evaluated) ? evaluated : {};
}

type StepOutcome = {
  readonly steps: readonly ArazzoStep[];
  readonly step: ArazzoStep;
  readonly at: number;
  readonly action: JsonObject | undefined;
  readonly retries: Map<string, number>;
  readonly isFailed: boolean;
};

async function chooseNext(
  run: WorkflowRun,
  { steps, step, at, action, retries, isFailed }: StepOutcome,
  session: TaskSession,
) {
  if (action === undefined) return { at: isFailed ? undefined : at + 1, isHandled: false };
  // Without criteria, it is what happens without any action.
  if (action.type === "end") return { at: undefined, isHandled: (asArray(action.criteria) ?? []).length > 0 };
  const target = steps.findIndex(({ id }) => id === action.stepId);
  const workflow = run.document.workflows.find(({ id }) => id === action.workflowId);
  if (action.type === "retry") {
    const count = retries.get(step.id) ?? 0;
    if (count >= Number(action.retryLimit ?? 1)) return { at: undefined, isHandled: false };
    retries.set(step.id, count + 1);
    await run.pause(Math.min(Number(action.retryAfter ?? 0), MAX_RETRY_WAIT_S) * 1000);
    // A retry that names a step goes on from there, such as from an earlier sign-in.
    if (target !== -1) return { at: target, isHandled: true };
    if (workflow !== undefined) await runWorkflow(run, workflow, session);
    return { at, isHandled: true };
  }
  if (workflow === undefined) return { at: target === -1 ? undefined : target, isHandled: target !== -1 };
  const result = await runWorkflow(run, workflow, session);
  return {
    /** Undefined ends the workflow. */
    at: undefined,
    /** Whether an action of the workflow is for this failure. */
    isHandled: true,
    /** Whether the workflow that follows has failed. */
    isFailed: result.isFailed,
  };
}

function describeFailure(unmet: JsonObject | undefined, exchange: ProbeExchange | undefined): string {
  const status = exchange?.status ?? 0;
  if (unmet === undefined) return `the response is ${status}`;
  const context = unmet.context === undefined ? "" : ` on ${toPrintable(String(unmet.context))}`;
  return `"${toPrintable(String(unmet.condition))}"${context} is not met (status ${status})`;
}

type StepFailure = { readonly where: string; readonly reason: string };

/** Reports a step of a workflow whose success criteria are not met. */
export function checkWorkflowStep(exchange: ProbeExchange, { where, reason }: StepFailure): CheckFinding {
  const message = `${toPrintable(where)}: ${reason}`;
  return exchange.failStatus("exchange.workflow.failed", message, where);
}

/**
 * Evaluates a criterion. What cannot be evaluated is not met.
 *
 * @see https://spec.openapis.org/arazzo/v1.1.0.html#criterion-object
 */
export function isCriterionMet({ condition, context, type }: JsonObject, state: WorkflowState): boolean {
  const kind = (isObject(type) ? type.type : type) ?? "simple";
  if (kind === "simple") return isConditionMet(String(condition), state);
  const value = evaluateRuntimeExpression(String(context), state);
  if (value === undefined || value === null) return false;
  const expression = expandExpressions(String(condition), state);
  try {
    if (kind === "regex")
      return new RegExp(expression, "u").test(typeof value === "string" ? value : JSON.stringify(value));
    return selectJsonPath(value, expression).length > 0;
  } catch {
    return false;
  }
}

/** Tokens of a simple condition. */
const TOKEN = /\s*(?:(\|\||&&|==|!=|<=|>=|[<>!()])|'((?:[^']|'')*)'|(\$[^\s()=<>&|!]+)|([^\s()=<>&|!']+))/y;

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "value"; readonly value: Json | undefined };

/** Evaluates literals, runtime expressions and operators; undefined is null. A syntax error is not met. */
function isConditionMet(condition: string, state: WorkflowState): boolean {
  const tokens = readTokens(condition.trim(), state);
  if (tokens === undefined) return false;
  const parser = { tokens, at: 0 };
  const value = readLogical(parser);
  return parser.at === tokens.length && value === true;
}

function readTokens(condition: string, state: WorkflowState): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < condition.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(condition);
    if (found === null) return undefined;
    const [, operator, text, expression, literal] = found;
    if (operator !== undefined) tokens.push({ kind: "operator", text: operator });
    else if (text !== undefined) tokens.push({ kind: "value", value: text.replaceAll("''", "'") });
    else if (expression !== undefined)
      tokens.push({ kind: "value", value: evaluateRuntimeExpression(expression, state) ?? null });
    else tokens.push({ kind: "value", value: readLiteral(literal ?? "") });
  }
  return tokens;
}

function readLiteral(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

type Parser = { readonly tokens: readonly Token[]; at: number };

function takeOperator(parser: Parser, ...texts: readonly string[]): string | undefined {
  const token = parser.tokens[parser.at];
  if (token?.kind !== "operator" || !texts.includes(token.text)) return undefined;
  parser.at += 1;
  return token.text;
}

/** Reads operands of `||`, or those of `&&`, which binds tighter. */
function readLogical(parser: Parser, operator: "||" | "&&" = "||"): Json | undefined {
  const readOne = () => (operator === "||" ? readLogical(parser, "&&") : readComparison(parser));
  let value = readOne();
  while (takeOperator(parser, operator) !== undefined) {
    const operands = [value, readOne()];
    value = operator === "||" ? operands.includes(true) : operands.every((it) => it === true);
  }
  return value;
}

function readComparison(parser: Parser): Json | undefined {
  const left = readOperand(parser);
  const operator = takeOperator(parser, "==", "!=", "<=", ">=", "<", ">");
  return operator === undefined ? left : compareLoosely(left, readOperand(parser), operator);
}

function readOperand(parser: Parser): Json | undefined {
  if (takeOperator(parser, "!") !== undefined) return readOperand(parser) !== true;
  if (takeOperator(parser, "(") !== undefined) {
    const value = readLogical(parser);
    return takeOperator(parser, ")") === undefined ? undefined : value;
  }
  const token = parser.tokens[parser.at];
  if (token?.kind !== "value") return undefined;
  parser.at += 1;
  return token.value;
}

/** Compares texts without case, and a number with a text as numbers. An invalid operand compares as nothing does. */
function compareLoosely(one: Json | undefined, other: Json | undefined, operator: string): boolean {
  if (one === undefined || other === undefined) return false;
  const [left, right] = convertOperands(one, other);
  if (operator === "==") return isEqual(left, right);
  if (operator === "!=") return !isEqual(left, right);
  const isOrdered = typeof left === typeof right && (typeof left === "number" || typeof left === "string");
  if (!isOrdered || left === null || right === null) return false;
  if (operator.endsWith("=") && left === right) return true;
  return operator.startsWith("<") ? left < right : left > right;
}

function convertOperands(one: Json, other: Json): readonly [Json, Json] {
  if (typeof one === "string" && typeof other === "string") return [one.toLowerCase(), other.toLowerCase()];
  const toNumber = (value: Json): Json =>
    typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
  return typeof one === "number" || typeof other === "number" ? [toNumber(one), toNumber(other)] : [one, other];
}
