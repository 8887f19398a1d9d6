import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastOf } from './rules.ts'

/** One reading every third day, losing so much a day, with an error of a percent to either side. */
const readings = (from: number, lossPerDay: number, days: number, noise = 1) =>
  Array.from({ length: Math.floor(days / 3) + 1 }, (_, i) => ({
    day: 1000 + i * 3,
    charge: Math.round(from - lossPerDay * i * 3 + (i % 2 === 0 ? noise : -noise)),
  }))

test('a battery that loses half a percent a day runs out when the line says, within what the readings leave open', () => {
  const forecast = forecastOf(readings(60, 0.5, 60), 1060)
  assert.ok(forecast)
  assert.ok(Math.abs(forecast.day - 1120) <= 4, `${forecast.day}`)
  assert.ok(forecast.earliest < forecast.day && forecast.day < forecast.latest)
  assert.ok(forecast.earliest <= 1120 && 1120 <= forecast.latest)
})

test('what varies more is known less exactly, and what was watched for longer more so', () => {
  const width = (all: ReturnType<typeof readings>, today: number) => {
    const { earliest, latest } = forecastOf(all, today) as NonNullable<ReturnType<typeof forecastOf>>
    return latest - earliest
  }
  assert.ok(width(readings(60, 0.5, 60, 3), 1060) > width(readings(60, 0.5, 60), 1060))
  assert.ok(width(readings(60, 0.5, 30), 1030) > width(readings(60, 0.5, 60), 1060))
})

test('only what was since the battery was renewed counts, and too little of it says nothing', () => {
  const old = readings(40, 2, 12).map(({ day, charge }) => ({ day: day - 50, charge }))
  const renewed = forecastOf([...old, ...readings(100, 0.5, 60)], 1060)
  assert.ok(renewed && Math.abs(renewed.day - 1200) <= 10, JSON.stringify(renewed))
  assert.equal(forecastOf(readings(60, 0.5, 6), 1006), undefined, 'six days')
  assert.equal(forecastOf(readings(60, 0, 60), 1060), undefined, 'it does not fall')
  assert.equal(forecastOf(readings(90, 0.06, 90, 0), 1090), undefined, 'years ahead')
  assert.equal(forecastOf([], 1000), undefined)
})
