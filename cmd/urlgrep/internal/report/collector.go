package report

// A Collector collects the Data of a report.
type Collector struct{}
