export const sandbox = {
  title: 'Sandbox',
}
