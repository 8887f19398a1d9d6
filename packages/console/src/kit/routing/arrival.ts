/**
 * Applications send people to /oauth/authorize, which answers with the console's page. Its own address for that takes
 * what they ask for as one parameter, letter by letter: a router that read the parameters would write them in its way.
 * To be imported before the router is made.
 */
if (window.location.pathname.endsWith('/oauth/authorize')) {
  const request = encodeURIComponent(window.location.search.slice(1))
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}authorize?request=${request}`)
}

export {}
