import './tokens.css'
import { showRecords } from './report/show-records.ts'

// The boards of a report of a contest: `packPlayer` makes one script of it, and the report has the records.
const place = document.getElementById('player')
const records = document.getElementById('records')?.textContent
if (place && records)
  void showRecords(place, new Map(Object.entries(JSON.parse(records) as Record<string, string>)))
