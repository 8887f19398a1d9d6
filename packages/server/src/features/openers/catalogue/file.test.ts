import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readCatalogue } from './file.ts'
import { planImport } from './plan.ts'
import { SHIPPED_CATALOGUE } from './service.ts'

const HEAD = 'brand,model,verified,conGndBus,source'

test('a CSV catalogue: quotes, line ends in cells, semicolons and a byte order mark are read as spreadsheets write them', () => {
  const comma = readCatalogue(
    `\uFEFF${HEAD}\r\n"Ring, ""Ding"" & Co",A1,1,b,"https://a.example"\r\n\r\nOther,B2,,,\n`,
  )
  assert.deepEqual(comma.problems, [])
  assert.deepEqual(comma.entries, [
    {
      row: 2,
      brand: 'Ring, "Ding" & Co',
      model: 'A1',
      fields: { verified: 1, conGndBus: 'b', source: 'https://a.example' },
    },
    { row: 4, brand: 'Other', model: 'B2', fields: { conGndBus: '', source: '' } },
  ])
  const semicolon = readCatalogue('brand;model;type\nAcme;X, Y;4')
  assert.deepEqual(semicolon.entries, [{ row: 2, brand: 'Acme', model: 'X, Y', fields: { type: 4 } }])
})

test('a JSON catalogue says the same as the CSV one', () => {
  const { entries, problems } = readCatalogue(
    '[{"brand":"Acme","model":"A1","intercomId":1000007,"type":"4","conBusAudio":"a"}]',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(entries, [
    { row: 1, brand: 'Acme', model: 'A1', intercomId: 1_000_007, fields: { type: 4, conBusAudio: 'a' } },
  ])
})

test('a bad catalogue: every problem names its row and column', () => {
  const { problems } = readCatalogue(
    [
      HEAD,
      ',A1,1,b,x',
      'Acme,A2,4,b,x',
      'Acme,A3,no,b,x',
      `Acme,${'m'.repeat(129)},1,b,x`,
      'acme,a2,1,,',
    ].join('\n'),
  )
  assert.deepEqual(problems, [
    'Row 2: brand is missing.',
    'Row 3: verified must be a whole number from 1 to 3.',
    'Row 4: verified must be a whole number from 1 to 3.',
    'Row 5: model must be a text of at most 128 characters in one line.',
  ])
  assert.deepEqual(readCatalogue(`${HEAD}\nAcme,A1,1,b,x\nACME,a1,1,b,x`).problems, [
    'Row 3: ACME a1 stands in row 2 already.',
  ])
  assert.deepEqual(readCatalogue('brand,model,conGround\nAcme,A1,b').problems, [
    'Row 2: there is no column "conGround".',
  ])
  assert.match(readCatalogue('').problems[0] ?? '', /empty/)
  assert.match(readCatalogue('[1]').problems[0] ?? '', /Row 1: must be an object/)
  assert.match(readCatalogue('{"brand":"Acme"}').problems[0] ?? '', /array/)
  assert.match(
    readCatalogue(`${HEAD}\nAcme,A1,1,b,x,y`).problems[0] ?? '',
    /Row 2: has 6 cells for 5 columns/,
  )
  assert.match(readCatalogue(`${HEAD}\n"Acme,A1`).problems[0] ?? '', /Line 2: a quoted cell/)
  assert.match(readCatalogue('[{').problems[0] ?? '', /JSON/)
})

test('the shipped catalogue: every entry has a source, the same ids everywhere, and nothing is called verified', () => {
  const { entries, problems } = readCatalogue(readFileSync(SHIPPED_CATALOGUE, 'utf8'))
  assert.deepEqual(problems, [])
  assert.ok(entries.length >= 80)
  for (const { row, brandId, intercomId, fields } of entries) {
    assert.ok(
      brandId !== undefined && intercomId !== undefined,
      `row ${row}: the same ids in every installation`,
    )
    assert.ok(brandId < 1_000_000 && intercomId < 1_000_000, `row ${row}`)
    const urls = fields.source?.split(' ') ?? []
    assert.ok(urls.length > 0 && urls.every((url) => URL.canParse(url)), `row ${row}: a source`)
    assert.equal(fields.verified, 2, `row ${row}: nobody has checked it`)
  }
  const plan = planImport({ brands: [], models: [] }, entries, {
    origin: 'shipped',
    removes: 'shipped',
    now: 0,
    lastId: 0,
  })
  assert.deepEqual([plan.problems, plan.models.added.length], [[], entries.length])
})
