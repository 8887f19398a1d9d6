import type { GroupKind } from '@latchwork/contract'

/** Groups of people and of doors. */
export interface GroupsTables {
  access_group: AccessGroupTable
  access_group_person: AccessGroupPersonTable
  access_group_door: AccessGroupDoorTable
}

export interface AccessGroupTable {
  id: string
  account_id: number
  kind: GroupKind
  name: string
  /** Whose own it is, however few doors they are for (D206); null: it is from before that was kept. */
  made_by_account_id: number | null
  created_at: number
  updated_at: number
}

/** A person in a group; deleted with either. */
export interface AccessGroupPersonTable {
  account_id: number
  group_id: string
  account_user_id: number
}

/** A door in a group; deleted with either. */
export interface AccessGroupDoorTable {
  account_id: number
  group_id: string
  smartlock_id: number
}
