/** Lets the keyboard reach tables and code that are too wide for the window, to scroll them. */
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});

for (const block of document.querySelectorAll(".sl-markdown-content :is(table, pre)")) observer.observe(block);

export {};
