import { Anchor } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import type { GuideElement, GuideNode } from '../../../build/guides.ts'
import { TextLink } from '../../kit/routing/links.tsx'
import classes from './guide.module.css'

/** A guide, drawn from its tree: every text is a text, never HTML. Guides are written in English. */
export const GuideContent = ({ nodes }: { nodes: readonly GuideNode[] }) => (
  <article lang="en" className={classes.guide}>
    {nodes.map(draw)}
  </article>
)

/** What a guide may consist of; anything else is only what is in it. */
const PLAIN = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'code',
  'blockquote',
])
const TABLE = new Set(['table', 'thead', 'tbody', 'tr', 'th', 'td'])

function draw(node: GuideNode, key: number): ReactNode {
  if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
  const { tag, id, label } = node
  if (PLAIN.has(tag)) return createElement(tag, { key, ...(id && { id }) }, ...inside(node))
  if (TABLE.has(tag))
    return createElement(tag, { key, ...(label && { 'data-label': label }) }, ...inside(node))
  return <Special key={key} node={node} />
}

const inside = ({ children }: GuideElement): ReactNode[] => children.map(draw)

function Special({ node }: { node: GuideElement }) {
  switch (node.tag) {
    case 'pre':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre tabIndex={0}>
          <code>{inside(node)}</code>
        </pre>
      )
    case 'a':
      return <Link node={node} />
    case 'img':
      return <img src={node.src} alt={node.alt ?? ''} loading="lazy" />
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    default:
      return <>{inside(node)}</>
  }
}

function Link({ node }: { node: GuideElement }) {
  const { to } = node
  if (!to) return <>{inside(node)}</>
  if ('url' in to)
    return (
      <Anchor href={to.url} target="_blank" rel="noreferrer" inherit underline="always">
        {inside(node)}
      </Anchor>
    )
  return (
    <TextLink
      to="/reference/guides/$guide"
      params={{ guide: to.guide }}
      {...(to.hash && { hash: to.hash })}
      inherit
      underline="always"
    >
      {inside(node)}
    </TextLink>
  )
}
