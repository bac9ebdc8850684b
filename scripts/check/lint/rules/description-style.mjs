/** Descriptions have one style: complete sentences in the present tense, one per line, without a leading article. */
export default function descriptionStyle({ banned = [] }) {
  const words = new RegExp(`\\b(${banned.join("|")})\\b`, "i");
  const check = (node, { report }, location) => {
    for (const field of ["description", "summary"]) {
      const text = node?.[field];
      if (typeof text !== "string") continue;
      const problems = field === "summary" ? summaryProblems(text) : descriptionProblems(text);
      const word = words.exec(text)?.[0];
      if (word) problems.push(`uses \`${word}\``);
      for (const problem of problems) {
        report({ message: `Style of the ${field}: it ${problem}.`, location: location.child([field]) });
      }
    }
  };
  return {
    any: { enter: (node, context) => check(node, context, context.location) },
    ref: { enter: (node, context) => check(node, context, context.location) },
  };
}

function summaryProblems(text) {
  const problems = [];
  if (/\.$/.test(text)) problems.push("ends with a full stop");
  if (!/^[A-Z]/.test(text)) problems.push("does not begin with a capital letter");
  return problems;
}

function descriptionProblems(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const prose = lines.filter((line) => line !== "" && !/^[|#]/.test(line)).map((line) => line.replace(/^- /, ""));
  const problems = [];
  if (!/^[A-Z`0-9]/.test(text)) problems.push("does not begin with a capital letter");
  if (!/[.|]$/.test(text)) problems.push("does not end with a full stop");
  if (prose.some((line) => /^(the|a|an)\b/i.test(line))) problems.push("begins a line with an article");
  if (prose.some((line) => /[.!?] +[A-Z`]/.test(line))) problems.push("has several sentences on one line");
  return problems;
}
