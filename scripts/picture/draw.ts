import { type Arrows, essenceOf } from './essential.ts'
import { ROOMS, type Room } from './rooms.ts'
import { type Box, FRAMES, type Point, WAYS } from './ways.ts'

/** Draws the house as an SVG: rooms where rooms.ts puts them, and the arrows that matter. The same input, the same bytes. */

const HEIGHT = 46
const WIDTH = 1380
const BOTTOM = 1080
/** Rooms that hold up the others of their frame: every line to and from them would say the same. */
const FLOORS = ['context']

const boxOf = ({ x, y, width, height = HEIGHT }: Room): Box => ({ x, y, width, height })

/** Rooms that know one another are one thing to all others. */
function nameOf(group: readonly string[]): string {
  if (group.length === 1) return group[0] as string
  return group.includes('context') ? 'platform' : 'know one another'
}

function boxAround(group: readonly string[]): Box {
  const name = nameOf(group)
  const box = FRAMES.find(({ says }) => says === name) ?? ROOMS.find((room) => room.name === name)
  if (!box)
    throw new Error(`${group.join(', ')} import from one another; scripts/picture has no frame for that`)
  return { height: HEIGHT, ...box }
}

const roundTo = (value: number) => Math.round(value * 10) / 10

/** Straight pieces with rounded corners. */
function path(points: readonly Point[]): string {
  const RADIUS = 9
  const pieces = points.map(([x, y], i) => {
    const before = points[i - 1]
    const after = points[i + 1]
    if (!before || !after) return `${i === 0 ? 'M' : 'L'}${roundTo(x)} ${roundTo(y)}`
    const toward = ([toX, toY]: Point): Point => {
      const length = Math.hypot(toX - x, toY - y)
      const part = Math.min(RADIUS, length / 2) / length
      return [roundTo(x + (toX - x) * part), roundTo(y + (toY - y) * part)]
    }
    return `L${toward(before).join(' ')}Q${roundTo(x)} ${roundTo(y)} ${toward(after).join(' ')}`
  })
  return pieces.join('')
}

/** Where several lines leave or reach one side of a room they stand side by side, in the order of their other ends. */
function spread(box: Box, others: readonly number[], own: number): number {
  const sorted = [...others].sort((a, b) => a - b)
  const place = sorted.indexOf(own) + 1
  return box.x + (box.width * place) / (sorted.length + 1)
}

interface Line {
  from: string
  to: string
  a: Box
  b: Box
}

const middle = ({ x, width }: Box) => x + width / 2

/** Rows have several lines in the gap above them: each source has a lane of its own there. */
function laneOf(line: Line, lines: readonly Line[]): number {
  const sources = lines.filter(({ b }) => b.y === line.b.y).map(({ a }) => a.x)
  return [...new Set(sources)].sort((a, b) => a - b).indexOf(line.a.x)
}

const spans = ({ x, width }: Box, at: number) => at > x && at < x + width

/** A line downward: straight where that leads from room to room, otherwise bent in the gap above its target. */
function downward(line: Line, lines: readonly Line[]): Point[] {
  const { a, b } = line
  const top = a.y + a.height
  const leaving = lines.filter(({ from }) => from === line.from).map((other) => middle(other.b))
  const arriving = lines.filter(({ to }) => to === line.to).map((other) => middle(other.a))
  const straight = (x: number): Point[] => [
    [x, top],
    [x, b.y],
  ]
  if (arriving.length === 1 && spans(a, middle(b))) return straight(middle(b))
  if (leaving.length === 1 && spans(b, middle(a))) return straight(middle(a))
  const [startX, endX] = [spread(a, leaving, middle(b)), spread(b, arriving, middle(a))]
  const bend = b.y - 18 - 13 * laneOf(line, lines)
  return [
    [startX, top],
    [startX, bend],
    [endX, bend],
    [endX, b.y],
  ]
}

/** A line within a row: straight to a neighbour, to others over or under those in between. */
function sideways({ a, b }: Line, lines: readonly Line[]): Point[] {
  const isRightward = a.x < b.x
  const isBetween = ({ x, y }: Box) => y === a.y && x > Math.min(a.x, b.x) && x < Math.max(a.x, b.x)
  if (!lines.some((line) => isBetween(line.a) || isBetween(line.b))) {
    const y = a.y + a.height / 2 + (isRightward ? -6 : 6)
    return [
      [isRightward ? a.x + a.width : a.x, y],
      [isRightward ? b.x : b.x + b.width, y],
    ]
  }
  const edge = isRightward ? a.y : a.y + a.height
  const aside = isRightward ? edge - 11 : edge + 11
  return [
    [middle(a), edge],
    [middle(a), aside],
    [middle(b), aside],
    [middle(b), edge],
  ]
}

function draw(line: Line, lines: readonly Line[]): string {
  const way = WAYS[`${line.from}>${line.to}`]
  const isUpward = line.a.y > line.b.y
  const free = lines.filter(({ from, to }) => !WAYS[`${from}>${to}`])
  const points = way ?? (line.a.y === line.b.y ? sideways(line, lines) : downward(line, free))
  const kind = isUpward && !way ? 'arrow upward' : 'arrow'
  return `<path class="${kind}" d="${path(points)}"><title>${line.from} imports ${line.to}</title></path>`
}

function drawRoom(room: Room): string {
  const { x, y, width, height } = boxOf(room)
  const kind = room.holds.source.includes('features')
    ? 'feature'
    : room.holds.source.includes('server')
      ? 'part'
      : 'package'
  return [
    `<g class="${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7"/>`,
    `<text class="name" x="${middle({ x, y, width, height })}" y="${y + 20}">${room.name}</text>`,
    `<text class="says" x="${middle({ x, y, width, height })}" y="${y + 36}">${room.says}</text></g>`,
  ].join('')
}

const drawFrame = ({ says, x, y, width, height }: Box & { says: string }) =>
  `<g class="frame"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/><text x="${x + 12}" y="${y + 18}">${says}</text></g>`

const STYLE = `
:root{--page:#fff;--ink:#1d2430;--soft:#5b6676;--line:#7b8797;--frame:#f4f6f9;--edge:#cfd6df;--feature:#dbe9ff;--part:#e6efe2;--package:#fdebd0;--wrong:#c62828}
@media (prefers-color-scheme:dark){:root{--page:#12161d;--ink:#e8edf4;--soft:#a3afbf;--line:#8492a6;--frame:#1a2029;--edge:#343e4c;--feature:#1f3a63;--part:#26402a;--package:#54401d;--wrong:#ff8a80}}
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.name{font-size:14px;font-weight:600;text-anchor:middle}.says{font-size:11px;text-anchor:middle;fill:var(--soft)}
.frame rect{fill:var(--frame);fill-opacity:.6;stroke:var(--edge)}.frame text{font-size:12px;fill:var(--soft)}
.feature rect{fill:var(--feature)}.part rect{fill:var(--part)}.package rect{fill:var(--package)}
.feature rect,.part rect,.package rect{stroke:var(--edge)}
.arrow{fill:none;stroke:var(--line);stroke-width:1.5;marker-end:url(#head)}.upward{stroke:var(--wrong);stroke-dasharray:5 4}
marker path{fill:var(--line)}
.legend{font-size:12px;fill:var(--soft)}`.trim()

const LEGEND = [
  'An arrow says: imports from.',
  'What follows from other arrows is left out:',
  'who uses access uses what access uses.',
  'The table in docs/architecture.md has all.',
  'Arrows go down; one that goes up is red.',
]

export function picture(arrows: Arrows): string {
  const { groups, between, within } = essenceOf(arrows)
  const boxOfRoom = (name: string) => boxOf(ROOMS.find((room) => room.name === name) as Room)
  const lines: Line[] = [
    ...between.map(([from, to]) => {
      const [a, b] = [groups[from] ?? [], groups[to] ?? []]
      return { from: nameOf(a), to: nameOf(b), a: boxAround(a), b: boxAround(b) }
    }),
    ...within
      .filter(([from, to]) => !FLOORS.includes(from) && !FLOORS.includes(to))
      .map(([from, to]) => ({ from, to, a: boxOfRoom(from), b: boxOfRoom(to) })),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${BOTTOM}" role="img" aria-label="The rooms of Latchwork and which of them imports from which">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    `<rect width="${WIDTH}" height="${BOTTOM}" fill="var(--page)"/>`,
    ...FRAMES.map(drawFrame),
    ...ROOMS.map(drawRoom),
    ...lines.map((line) => draw(line, lines)),
    ...LEGEND.map((text, i) => `<text class="legend" x="1080" y="${60 + 20 * i}">${text}</text>`),
    '</svg>',
    '',
  ].join('\n')
}

/** All arrows, in words. */
export function arrowTable(arrows: Arrows): string {
  const rows = [...arrows].map(([from, targets]) => {
    const names = ROOMS.map(({ name }) => name).filter((name) => targets.has(name))
    return `| ${from} | ${names.join(', ') || 'nothing of ours'} |`
  })
  return ['| Room | Imports from |', '|---|---|', ...rows].join('\n')
}
