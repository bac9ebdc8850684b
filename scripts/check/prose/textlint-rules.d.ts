declare module "textlint-rule-sentence-length" {
  const rule: unknown;
  export default rule;
}
declare module "textlint-rule-terminology" {
  const rule: unknown;
  export default rule;
}
