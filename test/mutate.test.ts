/** Checks the mutants of `npm run long mutate`, without the other tools and the independent validator. */
import { expect, test } from "vitest";
import { loadContracts, readCleanExchanges } from "../scripts/long/mutate/clean.js";
import { createOperators, mutate } from "../scripts/long/mutate/operators.js";

const contracts = loadContracts();
const documents = new Map([...contracts].map(([name, { document }]) => [name, document]));
const operators = createOperators(documents);
const clean = await readCleanExchanges(contracts);
const mutants = [...mutate(operators, clean, { seed: "test", most: 2 })];
const drift = new Set(operators.filter(({ kind }) => kind === "drift").map(({ name }) => name));

const survivors = mutants.filter(({ operator, exchange, clean: { contract } }) => {
  const findings = contracts.get(contract)?.check(exchange).findings ?? [];
  return !findings.some(({ level }) => level === "error" || drift.has(operator));
});

test("more than fifty operators find something to mutate", () => {
  expect(new Set(mutants.map(({ operator }) => operator)).size).toBeGreaterThan(50);
});

test("every mutant that is invalid by construction is found", () => {
  const left = survivors.filter(({ claim }) => claim === undefined);
  expect(left.map(({ operator, description }) => `${operator}: ${description}`)).toEqual([]);
});

test("a mutant that a schema forbids survives only if the schema leaves a choice", () => {
  expect(survivors.filter(({ claim }) => claim?.isCertain === true).map(({ description }) => description)).toEqual([]);
  expect(survivors.filter(({ claim }) => claim !== undefined).length).toBeLessThan(mutants.length / 30);
});

test("the same seed creates the same mutants", () => {
  expect([...mutate(operators, clean, { seed: "test", most: 2 })]).toEqual(mutants);
});
