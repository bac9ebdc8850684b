import { fileURLToPath } from "node:url";
import { type Json, type JsonObject, readBytes } from "../document/index.js";
import { parseSourceFile } from "../document/source-file.js";

/** The lists and templates of seed-data/fixtures.yaml. */
export type FixtureTemplates = {
  readonly merchants: readonly [MerchantTemplate, MerchantTemplate];
  readonly firstNames: TextList;
  readonly lastNames: TextList;
  readonly cards: NonEmpty<JsonObject & { readonly first6: string; readonly last4: string; readonly isDebit: boolean }>;
  readonly notes: TextList;
  readonly entryModes: TextList;
  readonly scenarios: NonEmpty<OrderScenario>;
  readonly payments: Readonly<Record<string, PaymentTemplate>>;
  readonly plans: readonly [PlanTemplate, PlanTemplate];
  readonly render: Readonly<Record<TemplateName, (values: TemplateValues) => JsonObject>>;
};

type NonEmpty<T> = readonly [T, ...T[]];
type TextList = NonEmpty<string>;
type TemplateName =
  | ("order" | "context" | "item" | "customer" | "card" | "plan" | "subscription")
  | ("transaction" | "emvData" | "totals");

export type Product = JsonObject & { readonly sku: string; readonly unitPrice: number };

type MerchantTemplate = {
  /** The source of the ids. */
  readonly key: string;
  readonly name: string;
  readonly mcc: string;
  readonly orderPrefix: string;
  /** Percentage of the price. */
  readonly taxPercent: number;
  readonly stores: TextList;
  readonly products: NonEmpty<Product>;
};

/** The payment and final state of an order. */
type OrderScenario = JsonObject & { readonly status: string; readonly payment: string; readonly items: string };

type PaymentTemplate = {
  readonly totals: readonly string[];
  readonly transactions: readonly (JsonObject & { readonly action: string; readonly status: string })[];
};

type PlanTemplate = JsonObject & { readonly name: string; readonly subscribedDays: number };

let loaded: FixtureTemplates | undefined;

/** Loads the templates. Their file has the same relative path in a checkout and in the published package. */
export function loadFixtureTemplates(): FixtureTemplates {
  if (loaded !== undefined) return loaded;
  const path = fileURLToPath(new URL("../../src/sandbox/seed-data/fixtures.yaml", import.meta.url));
  const { templates, ...lists } = parseSourceFile(path, readBytes(path).toString("utf8")).value as JsonObject;
  const render = Object.fromEntries(
    Object.entries(templates as JsonObject).map(([name, template]) => [name, compileTemplate(template)]),
  );
  loaded = { ...lists, render } as unknown as FixtureTemplates;
  return loaded;
}

/** Values of a template: JSON, or undefined for a member to leave out. */
export type TemplateValues = { readonly [name: string]: Json | undefined | TemplateValues };

/** A part of a template: a constant, or a function of the values. */
type Part = Json | ((values: TemplateValues) => unknown);

/** Compiles a template to a function, because a fixture has thousands of orders. Its results share constant parts. */
function compileTemplate(template: Json): Part {
  if (typeof template === "string" && template.startsWith("$")) {
    const [first = "", second] = template.slice(1).split(".");
    if (second === undefined) return (values) => values[first];
    return (values) => (values[first] as TemplateValues)[second];
  }
  if (typeof template !== "object" || template === null) return template;
  const members = Object.entries(template).map(([name, part]) => [name, compileTemplate(part)] as const);
  if (members.every(([, part]) => typeof part !== "function")) return template;
  const resolve = (part: Part, values: TemplateValues): unknown => (typeof part === "function" ? part(values) : part);
  if (Array.isArray(template)) return (values) => members.map(([, part]) => resolve(part, values));
  return (values) => {
    const result: Record<string, unknown> = {};
    for (const [name, part] of members) {
      const value = resolve(part, values);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}
