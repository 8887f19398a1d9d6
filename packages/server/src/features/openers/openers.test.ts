import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Intercom } from '@latchwork/contract'
import { apiTest, bothTest, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'
import { importCatalogue, loadShipped, SHIPPED_CATALOGUE } from './catalogue/service.ts'

const START = Date.UTC(2026, 5, 1, 12)
const manual = { clock: () => new ManualClock(START) }
const passDays = (w: World, days: number) =>
  (w.service.platform.clock as ManualClock).advance(days * 86_400_000)

const importText = (w: World, text: string, options: { replace?: boolean; dryRun?: boolean } = {}) =>
  importCatalogue(w.service.contextFor(0), { text, replace: false, dryRun: false, ...options })

/** Two brands with a model of each verdict, in place of what is shipped. */
const SMALL = `brand,model,type,verified,conGndBus,source
Acme,Chime 2,4,2,b,https://acme.example/2
Acme,Chime 1,4,1,,https://acme.example/1
Acme,Chime 3,1,3,,https://acme.example/3
Bell & Sons,Old,1,1,,https://bell.example`

const brandId = async (w: World, brand: string) =>
  (await w.api.openers.brands()).data.find((entry) => entry.brand === brand)?.brandId ?? assert.fail(brand)
const models = (answer: { data: Intercom[] }) => answer.data.map(({ model }) => model)

apiTest(
  'the shipped catalogue is there after the start, for anybody, with every field (D37)',
  async (w) => {
    const brands = await w.request('GET', '/opener/brand', { token: null })
    assert.equal(brands.statusCode, 200)
    const tcs = (brands.json() as { brandId: number; brand: string }[]).find(({ brand }) => brand === 'TCS')
    const one = await w.request('GET', `/opener/brand/${tcs?.brandId}`, { token: 'not even a token' })
    assert.deepEqual(one.json(), tcs)
    const list = await w.request('GET', `/opener/intercom?brandId=${tcs?.brandId}&ignoreVerified=true`, {
      token: null,
    })
    const station = (list.json() as Intercom[]).find(({ model }) => model === 'ISH3030')
    const { creationDate, updateDate, ...facts } = station ?? assert.fail('no such model')
    assert.deepEqual([creationDate, updateDate], ['2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z'])
    assert.deepEqual(facts, {
      intercomId: facts.intercomId,
      brandId: tcs?.brandId,
      type: 4,
      model: 'ISH3030',
      verified: 2,
      conGndBus: 'b',
      conBusAudio: 'a',
      conAudioout: '',
      conDoorbellPlus: '',
      conDoorbellMinus: '',
      conOpendoor: '',
      conGndAnalogue: '',
      busModeSwitch: 0,
      busModeSwitchShortCircuitDuration: 0,
    })
    const single = await w.request('GET', `/opener/intercom/${facts.intercomId}`, { token: null })
    assert.deepEqual(single.json(), station)
  },
  { ...manual, untouched: true },
)

apiTest(
  'models of a brand: only verified ones, unless verification is to be ignored (D78)',
  async (w) => {
    await importText(w, SMALL, { replace: true })
    const query = { brandId: await brandId(w, 'Acme') }
    assert.deepEqual(models(await w.api.openers.intercoms({ query })), ['Chime 1'])
    const all = await w.api.openers.intercoms({ query: { ...query, ignoreVerified: true } })
    assert.deepEqual(models(all), ['Chime 1', 'Chime 2', 'Chime 3'])
    assert.deepEqual(models(await w.api.openers.intercoms({ query: { brandId: 999 } })), [])
  },
  { own: 'changes the catalogue of the service' },
)

bothTest(
  'without a brand only recent changes are listed, newest first; booleans in any letter case (D9, D78)',
  async (w) => {
    await importText(w, SMALL, { replace: true })
    const error = await w.refuses(w.api.openers.intercoms(), 'invalid_parameter')
    assert.match(error.message, /query.brandId is required unless recentlyChanged is true/)
    for (const recentlyChanged of ['false', 'FALSE', 'maybe'])
      assert.equal(
        (await w.request('GET', `/opener/intercom?recentlyChanged=${recentlyChanged}`)).statusCode,
        400,
      )
    passDays(w, 29)
    await importText(w, 'brand,model,conGndBus\nBell & Sons,Old,0V')
    const recent = async (query: string) =>
      ((await w.request('GET', `/opener/intercom?recentlyChanged=True${query}`)).json() as Intercom[]).map(
        ({ model }) => model,
      )
    assert.deepEqual(await recent(''), ['Old', 'Chime 1'])
    assert.deepEqual(await recent('&ignoreVerified=TRUE'), ['Old', 'Chime 1', 'Chime 2', 'Chime 3'])
    assert.deepEqual(await recent(`&brandId=${await brandId(w, 'Acme')}`), ['Chime 1'])
    passDays(w, 2)
    assert.deepEqual(await recent('&ignoreVerified=true'), ['Old'], 'after 30 days a change is no news')
  },
  { ...manual, own: 'changes the catalogue of the service' },
)

apiTest('what is not in the catalogue is 404, as is an id of another form (D6)', async (w) => {
  for (const path of [
    '/opener/brand/999999',
    '/opener/brand/x',
    '/opener/intercom/999999',
    '/opener/intercom/-1',
  ])
    assert.equal((await w.request('GET', path, { token: null })).json().code, 'not_found', path)
})

apiTest(
  'an import adds and changes what it names, keeps what it does not say, and never uses an id again (D18)',
  async (w) => {
    await importText(w, SMALL, { replace: true })
    const acme = await brandId(w, 'Acme')
    const before = (await w.api.openers.intercoms({ query: { brandId: acme, ignoreVerified: true } })).data
    passDays(w, 1)
    const plan = await importText(w, 'brand,model,verified\nACME,chime 2,1\nacme,Chime 4,1')
    assert.deepEqual(
      [plan.problems, plan.models.added.length, plan.models.changed.length, plan.models.removed.length],
      [[], 1, 1, 0],
    )
    const after = (await w.api.openers.intercoms({ query: { brandId: acme, ignoreVerified: true } })).data
    assert.partialDeepStrictEqual(after[1], {
      intercomId: before[1]?.intercomId,
      model: 'chime 2',
      verified: 1,
      conGndBus: 'b',
      creationDate: before[1]?.creationDate,
      updateDate: '2026-06-02T12:00:00.000Z',
    })
    const added = after.find(({ model }) => model === 'Chime 4')?.intercomId ?? assert.fail()
    await importText(w, SMALL, { replace: true })
    await w.refuses(w.api.openers.intercom({ params: { intercomId: added } }), 'not_found')
    const again = await importText(w, 'brand,model\nAcme,Chime 5')
    assert.ok((again.models.added[0]?.intercom_id ?? 0) > added)
  },
  { ...manual, own: 'changes the catalogue of the service' },
)

apiTest(
  'a dry run and a file with a problem change nothing',
  async (w) => {
    await importText(w, SMALL, { replace: true })
    const everything = async () => [
      await w.db.selectFrom('intercom').selectAll().orderBy('intercom_id').execute(),
      await w.db.selectFrom('intercom_brand').selectAll().orderBy('brand_id').execute(),
    ]
    const before = await everything()
    const dry = await importText(w, 'brand,model\nNew,One', { replace: true, dryRun: true })
    assert.deepEqual([dry.models.added.length, dry.models.removed.length], [1, 4])
    assert.deepEqual(await everything(), before)
    const bad = await importText(w, 'brand,model,verified\nNew,One,1\nNew,Two,9')
    assert.deepEqual(bad.problems, ['Row 3: verified must be a whole number from 1 to 3.'])
    assert.deepEqual(await everything(), before)
    const taken = await importText(w, 'brand,model,intercomId\nAcme,Chime 1,1999999')
    assert.match(taken.problems[0] ?? '', /Row 2: Acme Chime 1 is intercomId \d+ already/)
    const shippedIds = await importText(w, 'brand,model,intercomId\nAcme,Chime 9,77')
    assert.match(shippedIds.problems[0] ?? '', /Row 2: intercomId 77: numbers below 1000000/)
    assert.deepEqual(await everything(), before)
  },
  { own: 'changes the catalogue of the service' },
)

apiTest(
  'a new shipped catalogue takes effect at the next start and leaves alone what the operator touched',
  async (w) => {
    const first = await w.db.selectFrom('intercom').selectAll().where('model', '=', 'ISH3030').execute()
    const [station] = first
    assert.ok(station)
    await importText(w, 'brand,model,verified,conGndBus\nTCS,ISH3030,1,other\nOwn,Model,1,')
    // As if an older file had been loaded: one model it knew is gone, one it told otherwise.
    await w.db
      .insertInto('intercom')
      .values({ ...station, intercom_id: 999, model: 'Gone', model_key: 'gone' })
      .execute()
    await w.db.updateTable('intercom').set({ con_gnd_bus: 'wrong' }).where('model', '=', 'ISW3030').execute()
    await w.db
      .updateTable('service_mark')
      .set({ value: 'older' })
      .where('name', '=', 'intercom_catalogue')
      .execute()
    await loadShipped(w.service.contextFor(0))
    const rows = await w.db.selectFrom('intercom').select(['model', 'con_gnd_bus', 'verified']).execute()
    const of = (model: string) => rows.find((row) => row.model === model)
    assert.deepEqual(of('Gone'), undefined)
    assert.equal(of('ISW3030')?.con_gnd_bus, 'b')
    assert.deepEqual(of('ISH3030'), { model: 'ISH3030', con_gnd_bus: 'other', verified: 1 })
    assert.ok(of('Model'))
  },
  { own: 'changes the catalogue of the service' },
)

apiTest(
  'a catalogue in place of the shipped one may give the same brands and models other ids',
  async (w) => {
    const everything = async () => [
      await w.db.selectFrom('intercom_brand').selectAll().orderBy('brand_id').execute(),
      await w.db
        .selectFrom('intercom')
        .select(['intercom_id', 'brand_id', 'model'])
        .orderBy('intercom_id')
        .execute(),
    ]
    const shipped = await everything()
    const own = 'brandId,brand,intercomId,model\n7,TCS,5,ISH3030\n7,TCS,6,ISW3030\n2,Own,7,Bell'
    const plan = await importText(w, own, { replace: true })
    assert.deepEqual(plan.problems, [])
    assert.deepEqual(
      await w.db
        .selectFrom('intercom')
        .select(['intercom_id', 'brand_id', 'model'])
        .orderBy('intercom_id')
        .execute(),
      [
        { intercom_id: 5, brand_id: 7, model: 'ISH3030' },
        { intercom_id: 6, brand_id: 7, model: 'ISW3030' },
        { intercom_id: 7, brand_id: 2, model: 'Bell' },
      ],
    )
    const two = await importText(w, 'brandId,brand,model\n7,TCS,A\n8,TCS,B', { replace: true })
    assert.deepEqual(two.problems, ['Row 3: the brand TCS is brandId 7.'])
    await importText(w, await readFile(SHIPPED_CATALOGUE, 'utf8'), { replace: true })
    assert.deepEqual(await everything(), shipped)
  },
  { own: 'changes the catalogue of the service' },
)

apiTest(
  'a catalogue in place of the shipped one stays; the shipped file brings the shipped one back',
  async (w) => {
    const count = async () => (await w.db.selectFrom('intercom').select('intercom_id').execute()).length
    const shipped = await count()
    await importText(w, SMALL, { replace: true })
    await loadShipped(w.service.contextFor(0))
    assert.equal(await count(), 4)
    await importText(w, await readFile(SHIPPED_CATALOGUE, 'utf8'), { replace: true })
    assert.equal(await count(), shipped)
    const origins = await w.db.selectFrom('intercom').select('origin').distinct().execute()
    assert.deepEqual(origins, [{ origin: 'shipped' }])
  },
  { own: 'changes the catalogue of the service' },
)
