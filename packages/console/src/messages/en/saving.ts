/** What becomes of a form. */
export const saving = {
  leave: 'Leave without saving',
  leaveDetail: 'What you changed here is not saved.',
  leaveTitle: 'Not saved yet',
  saved: 'Saved',
  stay: 'Stay here',
  unsaved: 'Not saved yet',
}

/** Settings of a lock, as people look for them. */
export const settingGroups = {
  basics: { title: 'Name and place', help: 'What the lock calls itself and where it hangs.' },
  movement: { title: 'Locking and unlocking', help: 'What happens when somebody locks or unlocks.' },
  buttons: { title: 'Button and light', help: 'What the button on the lock does, and what its light shows.' },
  fob: { title: 'Key fob', help: 'What each press of a fob does.' },
  clock: { title: 'Clock', help: 'By which time codes and hours are counted at this door.' },
  power: { title: 'Battery and updates', help: 'What it runs on, and how it saves.' },
  ringing: { title: 'Doorbell and ring to open', help: 'What the opener does when somebody rings.' },
  sound: { title: 'Sounds', help: 'What is heard, and how loud.' },
  fine: {
    title: 'Fine adjustment',
    help: 'For whoever mounts the lock. Wrong values can keep a door from locking.',
  },
}
