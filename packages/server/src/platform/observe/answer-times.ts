import type { Metric, Registry } from 'prom-client'

/** Of one route, method and class of statuses. */
interface Series {
  readonly labels: { readonly route: string; readonly method: string; readonly status: string }
  /** How many took no longer than the limit of that number, and longer than the one before; all others last. */
  readonly counts: number[]
  seconds: number
}

/**
 * How long answers take. Every request counts here, so finding its series must cost next to nothing: a histogram of the
 * metrics library checks and hashes its labels each time. What is printed is the same.
 */
export class AnswerTimes {
  readonly name: string
  /** As those of the library say it. */
  readonly labelNames = ['route', 'method', 'status']
  readonly #help: string
  readonly #limits: readonly number[]
  /** By route, then method; the place in the list is the class of the status. */
  readonly #routes = new Map<string, Map<string, Series[]>>()

  constructor(name: string, help: string, limits: readonly number[], registry: Registry) {
    this.name = name
    this.#help = help
    this.#limits = limits
    registry.registerMetric(this as unknown as Metric)
  }

  count(route: string, method: string, statusCode: number, seconds: number): void {
    const ofStatus = Math.floor(statusCode / 100)
    const series = this.#routes.get(route)?.get(method)?.[ofStatus] ?? this.#add(route, method, ofStatus)
    let place = 0
    while (place < this.#limits.length && seconds > (this.#limits[place] as number)) place++
    series.counts[place] = (series.counts[place] ?? 0) + 1
    series.seconds += seconds
  }

  /** Asked by the registry. */
  async get() {
    const values = [...this.#routes.values()]
      .flatMap((methods) => [...methods.values()])
      .flatMap((statuses) => Object.values(statuses))
      .flatMap((series) => this.#print(series))
    return { name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  #add(route: string, method: string, ofStatus: number): Series {
    const methods = this.#routes.get(route) ?? new Map<string, Series[]>()
    const statuses = methods.get(method) ?? []
    const labels = { route, method, status: `${ofStatus}xx` }
    const series: Series = { labels, counts: new Array(this.#limits.length + 1).fill(0), seconds: 0 }
    statuses[ofStatus] = series
    this.#routes.set(route, methods.set(method, statuses))
    return series
  }

  #print({ labels, counts, seconds }: Series) {
    let sum = 0
    const buckets = counts.map((count, place) => {
      sum += count
      const le = this.#limits[place] ?? '+Inf'
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: sum }
    })
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: seconds },
      { metricName: `${this.name}_count`, labels, value: sum },
    ]
  }
}
