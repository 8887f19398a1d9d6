import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { files, read, repository } from './repository-files.ts'

const pages = files.filter((file) => file.endsWith('.md'))
const withoutCode = (page: string) => page.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')

test('the documents, where they link to a file, link to one that exists', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => (target as string).replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(repository, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('the endpoint recipe, tried with the area it calls finished, names files that exist', () => {
  const recipe = /## Adding one endpoint([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md'))?.[1] ?? ''
  const paths = [...recipe.matchAll(/`((?:packages\/|CHANGELOG)[^`]*)`/g)].map(([, path]) => path as string)
  assert.ok(paths.length >= 8, 'the recipe was not found')
  const missing = paths.filter(
    (path) =>
      !existsSync(join(repository, path.replace('<area>', 'smartlocks').replace('<folder>', 'locks'))),
  )
  assert.deepEqual(missing, [])
})

test('the field recipe is at most six edits, and names files and words that are there', () => {
  const recipe = /## Adding one field to a smartlock([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md'))?.[1] ?? ''
  const edits = [...recipe.matchAll(/^\| (\d) \| [^|]*`(packages\/[^`]+)` \| ([^|]*) \|/gm)]
  assert.deepEqual(
    edits.map(([, number]) => Number(number)),
    [1, 2, 3, 4, 5, 6],
  )
  for (const [, , path = '', what = ''] of edits) {
    assert.ok(existsSync(join(repository, path)), path)
    const [, place] = /^in `(\w+)`/.exec(what) ?? []
    if (place !== undefined) assert.match(read(path), new RegExp(`\\b${place}\\b`), `${place} in ${path}`)
  }
})

test('the documents, where they name a file of the repository in code marks, name one that exists', () => {
  const named = /`((?:packages|tests|scripts|docs|bench|\.ci)\/[\w./-]*\w)`/g
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(named)]
      .map(([, path]) => path as string)
      .filter((path) => !existsSync(join(repository, path)))
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('the README, which people read first, stays under 120 lines', () => {
  assert.ok(read('README.md').split('\n').length < 120)
})

test('the decision records, all of them, are short and have the same parts', () => {
  const records = files.filter((file) => /^docs\/adr\/\d{4}-[a-z0-9-]+\.md$/.test(file))
  assert.ok(records.length > 10)
  for (const record of records) {
    const text = read(record)
    assert.ok(text.split('\n').length <= 40, `${record} is too long`)
    for (const part of [/^Date: /m, /^Status: /m, /^## Context$/m, /^## Decision$/m, /^## Consequences$/m]) {
      assert.match(text, part, record)
    }
  }
})

test('the changelog, for operators, begins with what is not released yet', () => {
  assert.match(read('CHANGELOG.md'), /^# Changelog\n[^#]*\n## Unreleased\n/)
})

test('the numbered rules, where code or documents cite one, are told in docs/api-decisions.md', () => {
  const told = new Set([...read('docs/api-decisions.md').matchAll(/^\| (D\d+) \|/gm)].map(([, rule]) => rule))
  const sources = files.filter((file) => /^(packages|tests|bench|scripts|docs)\/.*\.(ts|mjs|md)$/.test(file))
  const untold = sources
    .filter((file) => file !== 'docs/api-decisions.md')
    .flatMap((file) => [...read(file).matchAll(/\bD\d{1,2}\b/g)].map(([rule]) => ({ file, rule })))
    .filter(({ rule }) => !told.has(rule))
    .map(({ file, rule }) => `${file}: ${rule}`)
  assert.deepEqual(untold, [])
})
