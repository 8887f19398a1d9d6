import { INTERCOM_VERIFIED } from '@latchwork/contract'
import type { BrandRow, IntercomRow } from '../store.ts'
import { type CatalogueEntry, keyOf, type ModelFields } from './file.ts'

/** Ids below belong to the shipped catalogue; from here on the service gives them to the operator's entries. */
const FIRST_OPERATOR_ID = 1_000_000

export interface Catalogue {
  readonly brands: readonly BrandRow[]
  readonly models: readonly IntercomRow[]
}

export interface ImportOptions {
  readonly origin: IntercomRow['origin']
  /** Models that the file does not name go: all of them, only those that were shipped before, or none. */
  readonly removes: 'all' | 'shipped' | 'none'
  readonly now: number
  /** The greatest id the service gave out so far. */
  readonly lastId: number
}

/** What an import comes to, before anything is written. */
export interface ImportPlan {
  readonly brands: { added: BrandRow[]; renamed: BrandRow[]; removed: BrandRow[] }
  readonly models: { added: IntercomRow[]; changed: IntercomRow[]; removed: IntercomRow[] }
  readonly problems: string[]
  readonly lastId: number
}

type Names = Pick<IntercomRow, 'brand_id' | 'model_key'>
const nameOf = ({ brand_id, model_key }: Names) => `${brand_id} ${model_key}`

/** Compares a file with what is stored. */
export function planImport(
  stored: Catalogue,
  entries: readonly CatalogueEntry[],
  options: ImportOptions,
): ImportPlan {
  const planner = new Planner(stored, options)
  for (const entry of entries) planner.take(entry)
  return planner.finish()
}

class Planner {
  readonly #options: ImportOptions
  readonly #brandsById: Map<number, BrandRow>
  readonly #brandsByKey: Map<string, BrandRow>
  readonly #models: readonly IntercomRow[]
  readonly #modelsById: Map<number, IntercomRow>
  readonly #modelsByName: Map<string, IntercomRow>
  readonly #named = new Set<number>()
  readonly #usedBrands = new Set<number>()
  readonly #plan: ImportPlan & { lastId: number }

  constructor({ brands, models }: Catalogue, options: ImportOptions) {
    this.#options = options
    this.#brandsById = new Map(brands.map((brand) => [brand.brand_id, brand]))
    this.#brandsByKey = new Map(brands.map((brand) => [brand.brand_key, brand]))
    this.#models = models
    this.#modelsById = new Map(models.map((model) => [model.intercom_id, model]))
    this.#modelsByName = new Map(models.map((model) => [nameOf(model), model]))
    this.#plan = {
      brands: { added: [], renamed: [], removed: [] },
      models: { added: [], changed: [], removed: [] },
      problems: [],
      lastId: Math.max(options.lastId, FIRST_OPERATOR_ID),
    }
  }

  take(entry: CatalogueEntry): void {
    const brand = this.#brandOf(entry)
    if (!brand) return
    const named = this.#modelsByName.get(nameOf({ brand_id: brand.brand_id, model_key: keyOf(entry.model) }))
    const stored = entry.intercomId === undefined ? named : this.#modelsById.get(entry.intercomId)
    const isTaken = named !== undefined && stored?.intercom_id !== named.intercom_id
    if (isTaken && !this.#replacesAll) this.#nameIsTaken(entry, named)
    else if (stored) this.#change(stored, brand, entry)
    else this.#add(brand, entry)
  }

  finish(): ImportPlan {
    const { removes } = this.#options
    const { brands, models } = this.#plan
    const goes = (model: IntercomRow) =>
      !this.#named.has(model.intercom_id) && (removes === 'all' || model.origin === removes)
    models.removed.push(...this.#models.filter(goes))
    const gone = new Set(models.removed.map((model) => model.intercom_id))
    const kept = this.#models.filter((model) => !gone.has(model.intercom_id))
    const changedIds = new Map(models.changed.map((model) => [model.intercom_id, model]))
    const used = new Set(
      [...kept.map((model) => changedIds.get(model.intercom_id) ?? model), ...models.added].map(
        (model) => model.brand_id,
      ),
    )
    brands.removed.push(...[...this.#brandsById.values()].filter((brand) => !used.has(brand.brand_id)))
    return this.#plan
  }

  /** Then a name that is taken will be free: whatever the file does not name by this id goes. */
  get #replacesAll(): boolean {
    return this.#options.removes === 'all'
  }

  #problem({ row }: CatalogueEntry, text: string): undefined {
    this.#plan.problems.push(`Row ${row}: ${text}`)
  }

  /** A shipped entry gives way to what the operator called the same. */
  #nameIsTaken(entry: CatalogueEntry, { intercom_id, origin }: IntercomRow): void {
    this.#named.add(intercom_id)
    if (this.#leavesAlone(origin)) return
    this.#problem(entry, `${entry.brand} ${entry.model} is intercomId ${intercom_id} already.`)
  }

  /** What the operator touched stays, unless everything but the file goes. */
  #leavesAlone(origin: IntercomRow['origin']): boolean {
    return this.#options.origin === 'shipped' && this.#options.removes === 'shipped' && origin === 'operator'
  }

  /** By its id where the operator gives one, else by its name: an operator's brand keeps its id when it is shipped later. */
  #brandOf(entry: CatalogueEntry): BrandRow | undefined {
    const byKey = this.#brandsByKey.get(keyOf(entry.brand))
    const byId = entry.brandId === undefined ? undefined : this.#brandsById.get(entry.brandId)
    const keepsId = this.#options.origin === 'shipped' && !this.#replacesAll
    if (byKey && (byId === byKey || entry.brandId === undefined || keepsId)) return this.#useBrand(byKey)
    if (byKey && !(this.#replacesAll && !this.#usedBrands.has(byKey.brand_id)))
      return this.#problem(entry, `the brand ${entry.brand} is brandId ${byKey.brand_id}.`)
    return byId ? this.#renameBrand(byId, entry) : this.#addBrand(entry)
  }

  #useBrand(brand: BrandRow): BrandRow {
    this.#usedBrands.add(brand.brand_id)
    return brand
  }

  #renameBrand(stored: BrandRow, entry: CatalogueEntry): BrandRow | undefined {
    const { renamed } = this.#plan.brands
    if (this.#usedBrands.has(stored.brand_id))
      return this.#problem(entry, `brandId ${stored.brand_id} is ${stored.brand} in another row.`)
    const brand = { ...stored, brand: entry.brand, brand_key: keyOf(entry.brand) }
    if (this.#brandsByKey.get(stored.brand_key) === stored) this.#brandsByKey.delete(stored.brand_key)
    renamed.push(brand)
    return this.#keepBrand(brand)
  }

  #addBrand(entry: CatalogueEntry): BrandRow | undefined {
    const brand_id = this.#newId(entry, 'brandId')
    if (brand_id === undefined) return undefined
    const brand = { brand_id, brand: entry.brand, brand_key: keyOf(entry.brand) }
    this.#plan.brands.added.push(brand)
    return this.#keepBrand(brand)
  }

  #keepBrand(brand: BrandRow): BrandRow {
    this.#brandsById.set(brand.brand_id, brand)
    this.#brandsByKey.set(brand.brand_key, brand)
    return this.#useBrand(brand)
  }

  #add(brand: BrandRow, entry: CatalogueEntry): void {
    const intercom_id = this.#newId(entry, 'intercomId')
    if (intercom_id === undefined) return
    const { now: created_at, origin } = this.#options
    const values = { ...BLANK, ...columnsOf(entry), brand_id: brand.brand_id }
    this.#plan.models.added.push({ intercom_id, ...values, origin, created_at, updated_at: created_at })
  }

  #change(stored: IntercomRow, { brand_id }: BrandRow, entry: CatalogueEntry): void {
    this.#named.add(stored.intercom_id)
    if (this.#leavesAlone(stored.origin)) return
    const { origin, now } = this.#options
    // The shipped file says everything there is to say; an operator's may speak of some columns only.
    const values = { ...stored, ...(origin === 'shipped' && BLANK), ...columnsOf(entry), brand_id }
    const isNews = changedColumns(stored, values).length > 0
    const changesHands = origin === 'shipped' && stored.origin === 'operator'
    if (isNews || changesHands)
      this.#plan.models.changed.push({ ...values, origin, updated_at: isNews ? now : stored.updated_at })
  }

  /** Ids of the shipped file are its own; an operator's catalogue chooses freely only where nothing shipped is left. */
  #newId(entry: CatalogueEntry, name: 'brandId' | 'intercomId'): number | undefined {
    const { origin, removes } = this.#options
    const given = entry[name]
    if (given === undefined) return ++this.#plan.lastId
    if (origin === 'operator' && removes !== 'all' && given < FIRST_OPERATOR_ID)
      return this.#problem(
        entry,
        `${name} ${given}: numbers below ${FIRST_OPERATOR_ID} are the shipped ones.`,
      )
    this.#plan.lastId = Math.max(this.#plan.lastId, given)
    return given
  }
}

type Columns = Omit<IntercomRow, 'intercom_id' | 'brand_id' | 'origin' | 'created_at' | 'updated_at'>

/** A model of which nothing is known but its name: nobody has checked it. */
const BLANK: Omit<Columns, 'model' | 'model_key'> = {
  type: 0,
  verified: INTERCOM_VERIFIED.maybeCompatible,
  con_gnd_bus: '',
  con_bus_audio: '',
  con_audioout: '',
  con_doorbell_plus: '',
  con_doorbell_minus: '',
  con_opendoor: '',
  con_gnd_analogue: '',
  bus_mode_switch: 0,
  short_circuit_duration: 0,
  source: '',
}

const COLUMN_OF: Record<keyof ModelFields, keyof Columns> = {
  type: 'type',
  verified: 'verified',
  busModeSwitch: 'bus_mode_switch',
  busModeSwitchShortCircuitDuration: 'short_circuit_duration',
  conGndBus: 'con_gnd_bus',
  conBusAudio: 'con_bus_audio',
  conAudioout: 'con_audioout',
  conDoorbellPlus: 'con_doorbell_plus',
  conDoorbellMinus: 'con_doorbell_minus',
  conOpendoor: 'con_opendoor',
  conGndAnalogue: 'con_gnd_analogue',
  source: 'source',
}

function columnsOf({
  model,
  fields,
}: CatalogueEntry): Pick<Columns, 'model' | 'model_key'> & Partial<Columns> {
  const values = Object.entries(fields).map(([name, value]) => [COLUMN_OF[name as keyof ModelFields], value])
  return { ...Object.fromEntries(values), model, model_key: keyOf(model) }
}

const changedColumns = (before: IntercomRow, after: IntercomRow) =>
  ([...Object.values(COLUMN_OF), 'model', 'brand_id'] as const).filter(
    (column) => before[column] !== after[column],
  )
