import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { IntercomBrandTable, IntercomTable } from '../../schema/openers.ts'

/** Reference data that all accounts share: the one store without an owner in its look-ups. */

export type BrandRow = Selectable<IntercomBrandTable>
export type IntercomRow = Selectable<IntercomTable>

export const brands = (db: Db) => db.selectFrom('intercom_brand').selectAll().orderBy('brand_key').execute()

export const findBrand = (db: Db, brandId: number) =>
  db.selectFrom('intercom_brand').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

export interface IntercomFilter {
  brandId?: number | undefined
  verified?: number | undefined
  updatedSince?: number | undefined
}

/** The models of one brand by name, or those that changed lately, newest first. */
export const intercoms = (db: Db, { brandId, verified, updatedSince }: IntercomFilter) =>
  db
    .selectFrom('intercom')
    .selectAll()
    .$if(brandId !== undefined, (q) => q.where('brand_id', '=', brandId as number))
    .$if(verified !== undefined, (q) => q.where('verified', '=', verified as number))
    .$if(updatedSince !== undefined, (q) =>
      q.where('updated_at', '>=', updatedSince as number).orderBy('updated_at', 'desc'),
    )
    .orderBy('brand_id')
    .orderBy('model_key')
    .execute()

export const findIntercom = (db: Db, intercomId: number) =>
  db.selectFrom('intercom').selectAll().where('intercom_id', '=', intercomId).executeTakeFirst()

export const insertBrands = (db: Db, rows: Insertable<IntercomBrandTable>[]) =>
  db.insertInto('intercom_brand').values(rows).execute()

export const renameBrand = (db: Db, { brand_id, ...names }: BrandRow) =>
  db.updateTable('intercom_brand').set(names).where('brand_id', '=', brand_id).execute()

export const removeBrands = (db: Db, brandIds: number[]) =>
  db.deleteFrom('intercom_brand').where('brand_id', 'in', brandIds).execute()

export const insertIntercoms = (db: Db, rows: Insertable<IntercomTable>[]) =>
  db.insertInto('intercom').values(rows).execute()

export const removeIntercoms = (db: Db, intercomIds: number[]) =>
  db.deleteFrom('intercom').where('intercom_id', 'in', intercomIds).execute()
