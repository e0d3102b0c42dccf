"""The style sheet of the HTML registration sheet. `SIZE` stands for the paper."""

STYLE = """\
:root { color-scheme: light dark; --ink: #111; --paper: #fff; --soft: #e6e6e6; --faint: #555; --line: #999 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #16181c; --soft: #33373e; --faint: #b4b8bf; --line: #7b8088 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.35 "DejaVu Sans", Verdana, sans-serif }
.sheet { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
.sheet + .sheet { border-top: 4px solid var(--ink) }
header { display: flow-root }
h1 { font-size: 1.3rem; margin: 0 0 .3rem }
h2 { font-size: 1.1rem; margin: 0; break-after: avoid }
.initial { float: right; width: 5rem; height: 5rem; margin: 0 0 .4rem 1rem; border: 3px solid var(--ink);
  font: bold 3.6rem/4.6rem "DejaVu Sans", Verdana, sans-serif; text-align: center }
.fields { display: flex; flex-wrap: wrap; gap: .35rem .8rem; margin: .35rem 0 0 }
.fields.about { clear: right }
.fields > div { flex: 1 1 8rem; min-width: 4rem; display: flex; flex-direction: column;
  justify-content: space-between; border-bottom: 1px solid var(--ink) }
.fields > .whole { min-width: max-content; white-space: nowrap }
dt { font-size: .7rem; color: var(--faint) }
dd { margin: 0; font-weight: bold }
dd.blank { min-height: 1.5rem }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.verdict { margin: .8rem 0 .4rem; border: 1px solid var(--ink) }
.verdict.illegal { border-width: 3px }
.verdict p { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .8rem; margin: 0 }
.verdict strong { padding: .3rem .8rem; font-size: 1.15rem; border-right: 1px solid var(--ink) }
.illegal strong { background: var(--ink); color: var(--paper) }
.verdict p > span:last-child { margin-left: auto; padding-right: .8rem; font-weight: bold }
.verdict ul { margin: 0; padding: .3rem .8rem .5rem 1.8rem; border-top: 1px solid var(--line); font-size: .9rem }
.verdict code { color: var(--faint) }
.note { margin: .2rem 0; font-size: .75rem; color: var(--faint) }
.list { columns: 24rem 2; column-gap: 1.5rem }
.block { margin-bottom: 1rem }
.block h2 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .8rem; align-items: baseline;
  border-bottom: 2px solid var(--ink) }
.block h2 span { font-size: .85rem; font-weight: normal }
table { width: 100%; border-collapse: collapse }
thead th { font-size: .65rem; font-weight: normal; color: var(--faint); text-align: left; vertical-align: bottom;
  overflow-wrap: normal }
thead th:last-child { text-align: right }
tr { break-inside: avoid }
tbody tr { border-bottom: 1px solid var(--line) }
td, th { padding: .12rem .35rem .12rem 0; vertical-align: top }
tbody th { font-weight: normal; text-align: left }
.group { background: var(--soft); break-after: avoid }
.group th, .group td { font-weight: bold; padding: .1rem .3rem; font-size: .9rem }
.group td { text-align: right }
.copies { font-weight: bold; text-align: right; width: 2.2em; white-space: nowrap }
td:has(input, .blank) { width: 5.8em }
.code { text-align: right; font-size: .85rem; color: var(--faint); min-width: 4.6rem; padding-right: 0 }
.unknown { background: var(--soft) }
.unknown .code { font-weight: bold; color: var(--ink) }
input { appearance: none; width: .95em; height: .95em; margin: .16em .3em 0 0; border: 1px solid var(--ink);
  border-radius: 0; background: transparent; font: inherit; vertical-align: top }
input:checked { background: var(--ink) }
input:focus-visible { outline: 2px solid Highlight; outline-offset: 1px }
span.blank { display: inline-block; width: 4.5em; height: 1.1em; border-bottom: 1px solid var(--ink) }
.total { display: flex; justify-content: space-between; margin: 0; border-top: 2px solid var(--ink); font-weight: bold;
  break-inside: avoid }
.official { display: flex; flex-wrap: wrap; gap: .8rem; margin-top: 1rem }
.check { flex: 1 1 14rem; border: 1px solid var(--ink); padding-bottom: .4rem; break-inside: avoid }
.check h2 { background: var(--soft); font-size: .85rem; padding: .15rem .5rem }
.check .fields { padding: .1rem .5rem }
.check .fields > div { flex-basis: 5rem }
.check .fields > div:nth-child(n + 3) { flex-basis: 100% }
figure { margin: 0; width: 11rem; text-align: center; font-size: .8rem; break-inside: avoid }
figure svg { display: block; width: 100% }
@media (pointer: coarse) { input { width: 1.5em; height: 1.5em } td:has(input, .blank) { width: 7.6em } }
@page {
  size: SIZE; margin: 11mm 12mm 14mm;
  @bottom-left { content: ""; font: 8pt "DejaVu Sans", Verdana, sans-serif; width: 80% }
  @bottom-right { content: "Page " counter(page) " of " counter(pages);
    font: bold 8pt "DejaVu Sans", Verdana, sans-serif }
}
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #e2e2e2; --faint: #333; --line: #888 }
  html { font-size: 9.5pt }
  body { font-size: 9pt; line-height: 1.25 }
  thead { display: none }
  * { print-color-adjust: exact }
  .sheet { max-width: none; padding: 0 }
  .sheet + .sheet { break-before: page; border: 0 }
  .fields.person > div, .fields.event > div, .fields.about > div { flex-basis: 0 }
  .list { columns: 2 }
  input { width: .9em; height: .9em }
  td:has(input, .blank) { width: 5.6em }
  figure { width: 34mm }
  .check { flex-basis: 0 }
  dd.blank { min-height: 15pt }
}
"""
