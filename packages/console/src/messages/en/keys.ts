export const keys = {
  does: {
    choose: 'Choose the row, or leave it',
    ends: 'First or last row',
    help: 'Show this list',
    inside: 'Through what is in the row',
    open: 'Open what the row is about',
    palette: 'Find doors, people, pages and actions',
    row: 'Row above or below',
    search: 'Go to the search field of the page',
  },
  lead: 'What the keyboard does in the console. Nothing happens while you type.',
  on: 'Single keys work on this device',
  onHelp: 'Without them, the arrows, Tab and Enter still do.',
  title: 'Keys',
}
