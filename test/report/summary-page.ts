/** Renders a page with Markdown as HTML in the style of code hosts. */
export function summaryPage(content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Summary</title><link rel="icon" href="data:,">
<style>
body { max-width: 860px; margin: 32px auto; padding: 0 32px; color: #1f2328; font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
h2 { padding-bottom: 8px; border-bottom: 1px solid #d1d9e0; font-size: 24px; line-height: 1.25; }
h3 { margin: 24px 0 16px; font-size: 18px; }
table { margin-bottom: 16px; border-collapse: collapse; }
td, th { padding: 6px 13px; border: 1px solid #d1d9e0; }
tr:nth-child(2n) { background: #f6f8fa; }
details { margin-bottom: 12px; }
code { padding: 2px 6px; border-radius: 6px; background: #eff1f3; font: 85% ui-monospace, "DejaVu Sans Mono", monospace; }
pre { padding: 14px; overflow: auto; border-radius: 6px; background: #f6f8fa; line-height: 1.45; }
pre code { padding: 0; background: none; }
sub { color: #59636e; }
</style><body>${content}</body></html>`;
}
