/** The style sheet of a report, light and dark. */
export const STYLE = `
:root {
  --page: #f6f6f3; --card: #ffffff; --ink: #1d2126; --soft: #5f6873; --line: #dfe2e6; --faint: #eef0f2;
  --blue: #2563c9; --orange: #c2611a; --gold: #b98a00; --silver: #78828e; --bronze: #a2643a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1c2026; --ink: #e6e9ed; --soft: #98a3b0; --line: #323842; --faint: #252a31;
    --blue: #6ba2ff; --orange: #f0954d; --gold: #e5bb47; --silver: #aeb8c4; --bronze: #d0946a;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
header, main, footer { max-width: 1060px; margin: 0 auto; padding: 0 20px }
header { padding-top: 44px }
.kicker { margin: 0; color: var(--blue); font-size: 13px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase }
h1 { margin: 2px 0 18px; font-size: 36px; line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere }
h2 { margin: 0 0 14px; font-size: 18px; letter-spacing: -.01em }
h3 { margin: 22px 0 8px; font-size: 14px; color: var(--soft) }
.facts { display: flex; flex-wrap: wrap; gap: 10px 34px; margin: 0 0 28px }
.facts dt { color: var(--soft); font-size: 12px }
.facts dd { margin: 0; font-size: 17px; font-weight: 600 }
section { margin: 0 0 20px; padding: 20px 22px 18px; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
.scroll { overflow-x: auto }
.podium { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 14px; margin: 0 0 20px; padding: 0; list-style: none }
.podium li { display: grid; grid-template-columns: auto 1fr; gap: 0 14px; align-items: center; padding: 16px 18px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; border-top: 4px solid var(--medal) }
.podium .place { grid-row: span 2; font-size: 34px; font-weight: 700; color: var(--medal) }
.podium .name { font-size: 18px; font-weight: 650; overflow-wrap: anywhere }
.podium .total { color: var(--soft); font-size: 13px }
.first { --medal: var(--gold) } .second { --medal: var(--silver) } .third { --medal: var(--bronze) }
table { border-collapse: collapse; width: 100%; font-size: 13.5px }
th, td { padding: 7px 9px; border-bottom: 1px solid var(--faint); text-align: left; white-space: nowrap }
thead th { color: var(--soft); font-size: 12px; font-weight: 500; border-bottom-color: var(--line) }
tbody th { font-weight: 600 }
tbody tr:last-child > * { border-bottom: 0 }
.number { text-align: right }
td.wide { white-space: normal; min-width: 220px; color: var(--soft) }
.bar { background: linear-gradient(to right, color-mix(in srgb, var(--blue) 18%, transparent) var(--share), transparent 0) no-repeat 0 50% / 100% 70% }
#crosstable td.heat, #superiority td.heat { text-align: center; border: 2px solid var(--card); border-radius: 6px }
#crosstable thead th:nth-child(n+3), #superiority thead th:nth-child(n+2) { text-align: center }
.won { background: color-mix(in srgb, var(--blue) var(--heat), transparent) }
.lost { background: color-mix(in srgb, var(--orange) var(--heat), transparent) }
.self { background: repeating-linear-gradient(135deg, var(--faint) 0 4px, transparent 4px 8px) }
.notes { margin: 12px 0 0; padding-left: 18px; color: var(--soft); font-size: 13px }
.verdict { margin: 0 0 14px; font-size: 17px; font-weight: 600 }
.gauge { position: relative; height: 10px; border-radius: 5px; background: linear-gradient(to right, var(--orange), var(--faint) 45% 55%, var(--blue)) }
.gauge span { position: absolute; top: -4px; width: 4px; height: 18px; margin-left: -2px; border-radius: 2px; background: var(--ink) }
.ends { display: flex; justify-content: space-between; margin: 8px 0; color: var(--soft); font-size: 13px }
details { border-bottom: 1px solid var(--faint) } details:last-child { border: 0 }
summary { padding: 9px 0; font-weight: 600; cursor: pointer }
summary span { color: var(--soft); font-weight: 400 }
a { color: var(--blue); text-decoration: none } a:hover { text-decoration: underline }
svg { display: block; max-width: none; height: auto; margin: 4px 0 12px }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink) }
svg .tick, svg .seed { font-size: 11.5px; fill: var(--soft) }
svg .loser { fill: var(--soft) } svg .winner { font-weight: 650 }
svg .grid { stroke: var(--line); stroke-width: 1 } svg .axis { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3 }
svg .whisker, svg .thin { stroke: var(--blue); stroke-width: 1.6; opacity: .75 } svg .thick { stroke: var(--blue); stroke-width: 6; opacity: .35; stroke-linecap: round }
svg .dot { fill: var(--blue); stroke: var(--card); stroke-width: 2 }
svg .c0 { --curve: var(--blue) } svg .c1 { --curve: var(--orange) } svg .c2 { --curve: var(--gold) } svg .c3 { --curve: var(--bronze) }
svg .curve { fill: none; stroke: var(--curve); stroke-width: 2; stroke-linejoin: round } svg text[class*='label c'] { fill: var(--curve) }
figure { margin: 18px 0 0 } figcaption { color: var(--soft); font-size: 13px }
svg .tie { fill: var(--card); stroke: var(--line) } svg .way { fill: none; stroke: var(--line); stroke-width: 1.6 }
footer { padding: 10px 20px 44px; color: var(--soft); font-size: 13px }
@media (max-width: 600px) { h1 { font-size: 28px } section { padding: 16px 14px; border-radius: 10px } }
@media print { body { background: none } section { break-inside: avoid } details:not([open]) { display: none } }
`
