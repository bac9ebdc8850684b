import { InvalidArgumentError } from "commander";
import { CONSUMER_RULE_FORMS, type ConsumerRule, parseConsumerRule } from "../../exchange/consumer.js";

/** Collects the values of `--consumer`. */
export function collectConsumerRules(value: string, rules: readonly ConsumerRule[] = []): ConsumerRule[] {
  const rule = parseConsumerRule(value);
  if (rule === undefined) throw new InvalidArgumentError(`Give ${CONSUMER_RULE_FORMS}.`);
  return [...rules, rule];
}
