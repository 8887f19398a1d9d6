export const door = {
  back: 'All doors',
}
