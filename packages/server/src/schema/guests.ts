import type { PictureType } from '@latchwork/contract'
import type { CreatorColumns } from './creators.ts'

/** Links to the pages of guests, and what the pages say. */
export interface GuestsTables {
  guest_link: GuestLinkTable
  guest_opening: GuestOpeningTable
  house_info: HouseInfoTable
  house_picture: HousePictureTable
}

/** For a stay or for a right; it goes with it. */
export interface GuestLinkTable extends CreatorColumns {
  id: string
  account_id: number
  /** SHA-256 of the token, which is fully random: possession is the right to see the page. */
  token_hash: string
  reservation_id: string | null
  auth_id: string | null
  /** Of the right. */
  smartlock_id: number | null
  language: string
  /** When the page was last looked at, to the minute. */
  seen_at: number | null
  created_at: number
  /** 0: its maker may not open doors, so it opens none. */
  opens: number
  /** 0: its maker may not read what the house says, so it tells nothing of it. */
  tells_house: number
  /** 0: its maker has to do with this lock only: the same code on other doors is not shown. */
  all_doors: number
}

/** A door that a guest opened from the page: so that the page can ask what became of it. */
export interface GuestOpeningTable {
  operation_id: string
  account_id: number
  link_id: string
  opened_at: number
}

export interface HouseInfoTable {
  address_id: number
  account_id: number
  note: string | null
  rules: string | null
  /** JSON, encrypted: the password of a network opens more than a page. */
  wifi_sealed: string | null
  /** 0: guests do not open doors from their page. */
  opening: number
}

export interface HousePictureTable {
  id: string
  account_id: number
  address_id: number
  type: PictureType
  width: number
  height: number
  /** Base64. */
  data: string
  created_at: number
}
