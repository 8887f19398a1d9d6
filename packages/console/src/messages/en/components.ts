export const components = {
  lead: 'Everything the console is made of, for those who build it, in the look you have chosen.',
  title: 'Components',
}
